import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it, onTestFinished } from "vitest";
import { createAgentBench } from "../support/agent-bench.ts";
import type { ScriptedCall } from "../support/scripted-reply.ts";
import { value } from "../support/test-home.ts";

/* Commands that stay while their chat goes on, through the whole core. */

const long = 50_000_000 + process.pid;
const begin = (command: string): ScriptedCall => ({ name: "exec", arguments: { command, session: true } });
const look = (id: string, more: object = {}): ScriptedCall => ({
  name: "exec_session",
  arguments: { id, waitSeconds: 0, ...more },
});

type Replies = readonly (readonly ScriptedCall[] | string)[];

async function benchOf(replies: Replies) {
  const script = replies.map((reply) => (typeof reply === "string" ? { text: reply } : { calls: reply }));
  const bench = await createAgentBench(script, { options: { sandbox: undefined }, isTrusted: true });
  onTestFinished(() => bench[Symbol.asyncDispose]());
  return bench;
}

type Bench = Awaited<ReturnType<typeof benchOf>>;

const results = async (bench: Bench): Promise<readonly string[]> =>
  (await bench.messages()).filter(({ role }) => role === "tool").map(({ content }) => content);
const listed = async (bench: Bench) => value(await bench.client.request("commands.list", {})).commands;

function running(): number {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, "latin1").includes(String(long));
      } catch {
        // It has ended since.
        return false;
      }
    }).length;
}

describe("a command that stays", () => {
  it("outlives its turn, is read on, written to and stopped, and nothing of it is left", async () => {
    const bench = await benchOf([
      [begin(`echo begun; read line; echo "got $line"; sleep ${long}`)],
      "it runs",
      [{ name: "exec_input", arguments: { id: "c1", input: "hello\n" } }, look("c1"), look("c1", { stop: true })],
      "stopped",
    ]);
    await bench.ask("start it", { mode: "auto" });
    expect(await results(bench)).toEqual([
      expect.stringMatching(/^begun\n\[Runs as c1\..* A port that it opens is reached by itself alone/),
    ]);
    expect(await listed(bench)).toMatchObject([{ id: "c1", confined: true, tail: "begun\n", end: null }]);
    await bench.ask("talk to it", { mode: "auto" });
    expect((await results(bench)).slice(1)).toEqual(["got hello\n[Written.]", "[It runs.]", "[It was stopped.]"]);
    expect(await listed(bench)).toEqual([]);
    expect(running()).toBe(0);
  });

  it("tells its end at the next look, and says of one that is not there that it is not", async () => {
    const bench = await benchOf([
      [begin("echo one; sleep 1.2; echo two; exit 3")],
      [look("c1", { waitSeconds: 9 })],
      [look("c1", { waitSeconds: 9 }), look("c7")],
      "done",
    ]);
    await bench.ask("start it", { mode: "auto" });
    const [, second, third, unknown] = await results(bench);
    expect(`${second}${third}`).toMatch(/two\n(?:.*\n)*.*\[It ended with exit status 3\.\]/);
    expect(unknown).toContain("There is no command c7 in this chat");
  });

  it("ends with its chat in the trash, with a stop of its turn, and when Perch ends", async () => {
    const bench = await benchOf([
      [begin(`sleep ${long}`)],
      "it runs",
      [begin(`sleep ${long}`), look("c2", { waitSeconds: 60 })],
      "never said",
    ]);
    await bench.ask("start it", { mode: "auto" });
    expect(running()).toBeGreaterThan(0);
    await bench.send("start another", { mode: "auto" });
    await bench.seen.until("command-changed", ({ command }) => command.id === "c2");
    value(await bench.client.request("chat.stop", { sessionKey: bench.key }));
    await bench.seen.until("command-changed", ({ command }) => command.id === "c2" && command.end !== null);
    expect(await listed(bench)).toMatchObject([{ id: "c1" }]);
    value(await bench.client.request("session.remove", { sessionKey: bench.key }));
    await bench.seen.until("command-changed", ({ command }) => command.id === "c1" && command.end !== null);
    expect(running()).toBe(0);
  });

  it("is one of eight at most", async () => {
    const bench = await benchOf([
      Array.from({ length: 9 }, (_none, index) => begin(`echo ${index}; sleep ${long}`)),
      "done",
    ]);
    await bench.ask("start them", { mode: "full" });
    expect(await listed(bench)).toHaveLength(8);
    expect((await results(bench)).at(-1)).toContain("8 commands run already");
    await bench.assistant.close();
    expect(running()).toBe(0);
  });

  it("asks in ask mode, and so does what is written to one outside of the sandbox", async () => {
    const bench = await benchOf([
      [begin("cat")],
      "it runs",
      [{ name: "exec_input", arguments: { id: "c1", input: "rm x\n" } }],
    ]);
    await bench.ask("start it", { mode: "full" });
    await bench.send("write to it", { mode: "auto" });
    const { approval } = await bench.seen.until("approval-request");
    expect(approval.subject).toMatchObject({
      tool: "exec_input",
      body: expect.stringContaining("rm x"),
      confined: false,
    });
  });
});
