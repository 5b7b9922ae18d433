import { existsSync, readFileSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { folderChat } from "../../src-main/cli/choose-chat.ts";
import { serverSettings, stdioServer } from "../support/mcp/servers.ts";
import { processesOf, runCommand } from "../support/run-command.ts";
import type { ScriptedReply } from "../support/scripted-reply.ts";
import { builtCommand, openTerminalBench } from "../support/terminal-bench.ts";
import { endpointSettings } from "../support/test-home.ts";
import { createRandom } from "../torture/random.ts";
import { readTranscript } from "../torture/transcript.ts";

/*
 * The built command on a real terminal. What it shows is read off a virtual screen; what can be proved without a process is in
 * test/unit/cli.
 */

const hold = new Promise<never>(() => undefined);
const pid = String(process.pid);

/** How many closes at a moment of chance; 100 by PERCH_TERMINAL_CLOSES before a release. */
const closes = Number(process.env["PERCH_TERMINAL_CLOSES"] ?? 12);

function reply(said: string): ScriptedReply {
  if (said.startsWith("talk")) return { deltas: ["On and ", hold] };
  if (said.startsWith("run")) {
    const command = `(setsid sleep 7${pid} &) ; for i in 1 2 3; do echo line $i; done; sleep 7${pid}`;
    return { calls: [{ name: "exec", arguments: { command } }] };
  }
  if (said.startsWith("write")) return { calls: [{ name: "write_file", arguments: { path: "a.txt", content: "x" } }] };
  return { text: "That is **done**." };
}

const setUp = () => openTerminalBench(({ body }) => reply(String(body.messages.at(-1)?.content)));

type Test = Awaited<ReturnType<typeof setUp>>;

async function expectOrder(test: Test): Promise<void> {
  expect((await readdir(test.home)).filter((name) => name.startsWith("owner."))).toEqual([]);
  expect(await processesOf(test.home)).toEqual([]);
  expect(await sleepers()).toEqual([]);
  const { runEnds, faults } = await readTranscript(test.home, folderChat(test.work), "whole");
  expect(faults).toEqual([]);
  for (const end of runEnds.values()) expect(["answer", "stopped"]).toContain(end.reason);
}

async function sleepers(): Promise<readonly string[]> {
  const found: string[] = [];
  for (const name of await readdir("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const words = await readFile(`/proc/${name}/cmdline`, "utf8").catch(() => "");
    if (words === `sleep\x007${pid}\0`) found.push(name);
  }
  return found;
}

async function historyOf({ home }: Test): Promise<unknown> {
  return JSON.parse(await readFile(join(home, "terminal-history.json"), "utf8"));
}

describe("a conversation on a terminal", () => {
  it("shows an answer drawn, keeps what was typed with its lines, and leaves at the second Ctrl-C", async () => {
    await using test = await setUp();
    const one = test.open();
    await one.shows("›");
    one.type("\x1b[200~first\rsecond\x1b[201~\x1b[A!\r");
    await one.shows("That is done.");
    expect(one.output()).toContain("\x1b[1mdone\x1b[0m");
    await one.shows("tokens in");
    one.type("\x03");
    await one.shows("Press Ctrl-C again to leave.");
    one.type("\x03");
    expect(await one.ended).toBe(0);
    await expectOrder(test);
    expect(await historyOf(test)).toEqual(["first!\nsecond"]);
    const next = test.open();
    await next.shows("Going on with");
    next.type("\x1b[A\r");
    await test.endpoint.request(1);
    expect(test.endpoint.requests[1]?.body.messages.at(-1)?.content).toContain("first!\nsecond");
    await next.shows((rows) => rows.join("\n").split("That is done.").length === 3);
    next.type("\x04");
    expect(await next.ended).toBe(0);
  });

  it("shows a run that is on to a second terminal on the chat, and stops it from there", async () => {
    await using test = await setUp();
    const one = test.open();
    await one.shows("›");
    one.type("talk\r");
    await one.shows("On and");
    const two = test.open();
    await two.shows("A run is on in this chat");
    await two.shows("On and");
    two.type("\x03");
    await Promise.all([one.shows("Stopped."), two.shows("Stopped.")]);
    expect(two.screen.all().join("\n").split("Stopped.")).toHaveLength(2);
    two.type("/exit\r");
    one.type("/exit\r");
    expect(await Promise.all([one.ended, two.ended])).toEqual([0, 0]);
  });

  it("writes no sequence where the terminal knows none", async () => {
    await using test = await setUp();
    const one = test.open([], { TERM: "dumb" });
    await one.shows("›");
    one.type("hello\r");
    await one.shows("That is done.");
    one.type("/exit\r");
    expect(await one.ended).toBe(0);
    expect(one.output()).not.toContain("\x1b");
  });
});

describe("a question of one chat", () => {
  it("leaves the prompt of another chat alone, and is answered from there by opening it, also after its process was killed", async () => {
    await using test = await setUp();
    const asks = test.open(["--session", "cli:asks"]);
    await asks.shows("›");
    asks.type("write it\r");
    await asks.shows("Allow once?");
    const other = test.open(["--session", "cli:other"]);
    await other.shows("1 question waits in another chat: /resume cli:asks");
    other.type("hello\r");
    // With what it cost the run has ended: a kill cuts it off no more.
    await other.shows(/That is done\.[\s\S]*tokens in/);
    expect(other.screen.all().join("\n")).not.toContain("Allow once?");
    process.kill(await asks.pid, "SIGKILL");
    await other.shows("going on here");
    other.type("again\r");
    await other.shows((rows) => rows.join("\n").split("That is done.").length === 3);
    other.type("/chats\r");
    await other.shows(/cli:asks {2}waits for you/);
    other.type("/resume cli:asks\r");
    await other.shows("Allow once?");
    other.type("y\r");
    await other.shows("Allowed.");
    await other.shows((rows) => rows.join("\n").split("That is done.").length === 4);
    expect(await readdir(test.work)).toEqual(["a.txt"]);
    other.type("/exit\r");
    expect(await other.ended).toBe(0);
  });

  it("gives back what was typed and is no answer", async () => {
    await using test = await setUp();
    const one = test.open();
    await one.shows("›");
    one.type("write it\r");
    await one.shows("Allow once?");
    one.type("and the rest\r");
    await one.shows(/Type y to allow it once.*Allow once\?[^\n]*and the rest/s);
    one.type("y\r");
    await one.shows("That is done.");
    one.type("\x1b[A");
    await one.shows("› and the rest");
    expect(await readdir(test.work)).toEqual(["a.txt"]);
    one.type("\x03/exit\r");
    expect(await one.ended).toBe(0);
  });
});

describe("one message", () => {
  it("takes Ctrl-D at a question for a no", async () => {
    await using test = await setUp();
    const one = test.open(["-m", "write it"]);
    await one.shows("Allow once?");
    one.type("\x04");
    await test.endpoint.request(1);
    expect(test.endpoint.requests[1]?.body.messages.at(-1)?.content).toMatch(/^The user denied this call/);
    expect(await one.ended).toBe(0);
    expect(one.output()).not.toContain("Answered elsewhere");
    expect(await readdir(test.work)).toEqual([]);
  });

  it("shows what runs, and draws the answer on the terminal as it comes", async () => {
    await using test = await setUp();
    const one = test.open(["-m", "run it", "--approve", "full"]);
    await one.shows(/line 3\n.*Running .* · .*Ctrl-C stops/);
    one.type("\x03");
    expect(await one.ended).toBe(130);
    expect(one.screen.all().join("\n")).toMatch(/✗ Interrupted: .*Stopped\./s);
    expect(one.screen.all().join("\n").split("Stopped.")).toHaveLength(2);
    const next = test.open(["-m", "talk"]);
    await next.shows(/On and\n.*Answering · /);
    next.type("\x03");
    expect(await next.ended).toBe(130);
    const last = test.open(["-m", "hello"]);
    expect(await last.ended).toBe(0);
    expect(last.output()).toContain("\x1b[1mdone\x1b[0m");
    const rows = last.screen.all().join("\n");
    expect(rows.split("That is")).toHaveLength(2);
    expect(rows).not.toContain("Ctrl-C stops");
    await expectOrder(test);
  });

  it("gives a pipe the answer alone, while its terminal shows what is done for it", async () => {
    await using test = await setUp();
    const piped = `${process.execPath} ${builtCommand} agent -m hello | tee answer.txt | wc -l`;
    const one = test.openCommand(["sh", "-c", piped]);
    expect(await one.ended).toBe(0);
    expect(await readFile(join(test.work, "answer.txt"), "utf8")).toBe("That is **done**.\n");
    expect(one.output()).toContain("Ctrl-C stops");
    expect(one.output()).not.toContain("That is");
  });

  it("has what is piped in behind it, is the pipe where there is none, and is each line with --json alone", async () => {
    await using test = await setUp();
    const run = (args: readonly string[], input: string) =>
      runCommand({ home: test.home, args: ["agent", ...args], cwd: test.work }, input);
    const sent = (index: number) => String(test.endpoint.requests[index]?.body.messages.at(-1)?.content);
    expect(await run(["-m", "explain"], "one\ntwo\n")).toMatchObject({ code: 0, stderr: "" });
    expect(sent(0)).toContain("explain\n\n<stdin>\none\ntwo\n</stdin>");
    expect(await run([], "first\nsecond\n")).toMatchObject({ code: 0, stdout: "That is **done**.\n", stderr: "" });
    expect(test.endpoint.requests).toHaveLength(2);
    expect(sent(1)).toContain("first\nsecond");
    expect(await run([], "\n")).toMatchObject({ code: 2, stdout: "" });
    const lines = await run(["--json"], "third\n/help\nfourth\n");
    expect(lines.code).toBe(0);
    expect(test.endpoint.requests).toHaveLength(4);
    const events: readonly { readonly type: string }[] = lines.stdout
      .trimEnd()
      .split("\n")
      .map((each) => JSON.parse(each));
    expect(events.filter(({ type }) => type === "run-end")).toHaveLength(3);
    expect(events.at(-1)?.type).toBe("run-end");
  });
});

describe("a terminal that is gone", () => {
  it.each(["SIGHUP", "SIGTERM"] as const)(
    "ends the run and its command in order on %s, also on the second one",
    async (signal) => {
      await using test = await setUp();
      const one = test.open(["--approve", "full"]);
      await one.shows("›");
      one.type("run\r");
      await one.shows("line 3");
      process.kill(await one.pid, signal);
      process.kill(await one.pid, signal);
      expect(await one.ended).toBe(signal === "SIGHUP" ? 129 : 143);
      await expectOrder(test);
      expect(await historyOf(test)).toEqual(["run"]);
    },
  );

  it("is not kept by servers that do not end, in their start neither", async () => {
    await using test = await setUp();
    const started = ["ready", "silent"].map((name) => join(test.folder, name));
    const [ready = "", silent = ""] = started;
    // In a sandbox they would have numbers of their own, and no other file to write them into.
    const open = { sandbox: { mode: "off" } };
    const servers = serverSettings({
      ready: stdioServer({ isStubborn: true, starts: ready }, open),
      silent: stdioServer({ mode: "silent", isStubborn: true, starts: silent }, open),
    });
    await test.config({ ...endpointSettings(test.endpoint.baseUrl), ...servers });
    const one = test.open();
    await one.shows("›");
    one.type("hello\r");
    await one.shows(() => started.every((path) => existsSync(path)));
    one.hangUp();
    expect(await one.ended).toBe(129);
    await expectOrder(test);
    for (const path of started) expect(existsSync(`/proc/${readFileSync(path, "utf8").trim()}`)).toBe(false);
  });

  it("is swept up after by the next one where it was killed", async () => {
    await using test = await setUp();
    const one = test.open(["--approve", "full"]);
    await one.shows("›");
    one.type("run\r");
    await one.shows("line 3");
    await expect.poll(sleepers).toHaveLength(2);
    process.kill(await one.pid, "SIGKILL");
    await one.ended;
    expect(await historyOf(test)).toEqual(["run"]);
    const next = test.open();
    await next.shows("The last run was interrupted.");
    next.type("/exit\r");
    expect(await next.ended).toBe(0);
    expect(await sleepers()).toEqual([]);
  });

  it(`ends what runs in order at any moment (${closes} of chance)`, async () => {
    const seed = Number(process.env["PERCH_TERMINAL_SEED"] ?? Date.now() % 1_000_000);
    const random = createRandom(seed);
    await using test = await setUp();
    for (let round = 0; round < closes; round += 1) {
      const one = test.open(["--approve", "full"]);
      await one.shows("›");
      const before = one.output().length;
      one.type(random.chance(0.3) ? "talk\r" : "run\r");
      // A moment is a number of bytes that came: the line that lives keeps them coming.
      const more = random.below(1000);
      await one.shows(() => one.output().length >= before + more);
      if (random.chance(0.5)) one.hangUp();
      else process.kill(await one.pid, random.pick(["SIGTERM", "SIGHUP"] as const));
      await one.ended;
      await expectOrder(test).catch((cause: unknown) => {
        throw new Error(`round ${round} of seed ${seed}: ${String(cause)}`, { cause });
      });
    }
  });
});
