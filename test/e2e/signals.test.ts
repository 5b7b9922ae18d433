import type { ChildProcess } from "node:child_process";
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, describe, expect, it } from "vitest";
import { isNewEnough } from "../../scripts/packaged-node.mjs";
import { folderChat } from "../../src-main/cli/choose-chat.ts";
import { serverSettings, stdioServer } from "../support/mcp/servers.ts";
import { type CommandEnd, endOf, processesOf, runCommand, startCommand } from "../support/run-command.ts";
import { startScriptedEndpoint } from "../support/scripted-endpoint.ts";
import { createTestHome, endpointSettings, record, type TestHome, value } from "../support/test-home.ts";
import { startOwner } from "../torture/owner.ts";
import { readTranscript } from "../torture/transcript.ts";

const seconds = `3${process.pid}`;
const statuses = { SIGTERM: 143, SIGINT: 130, SIGHUP: 129 } as const;
const hold = new Promise<never>(() => undefined);

/** The model talks without end, or runs a command without end when it is told to. */
async function setUp() {
  const endpoint = await startScriptedEndpoint(({ body }) =>
    String(body.messages.at(-1)?.content).startsWith("run")
      ? { calls: [{ name: "exec", arguments: { command: `sleep ${seconds}` } }] }
      : String(body.messages.at(-1)?.content).startsWith("quick")
        ? { text: "That is done." }
        : { deltas: ["On and ", hold] },
  );
  const test = await createTestHome();
  await test.config(endpointSettings(endpoint.baseUrl));
  return {
    test,
    home: test.home,
    work: test.work,
    endpoint,
    async [Symbol.asyncDispose]() {
      await endpoint.close();
      expect(await processesOf(test.home)).toEqual([]);
      await test[Symbol.asyncDispose]();
    },
  };
}

function sleepers(): readonly string[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && existsSync(`/proc/${name}/cmdline`))
    .filter((name) => commandLine(name) === `sleep\0${seconds}\0`);
}

function commandLine(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch (cause) {
    if (cause instanceof Error && "code" in cause) return "";
    throw cause;
  }
}

afterEach(() => {
  for (const pid of sleepers()) process.kill(Number(pid), "SIGKILL");
});

async function lastEnd({ home }: TestHome, key = "cli:direct"): Promise<string | undefined> {
  const { runEnds, faults } = await readTranscript(home, key, "whole");
  expect(faults).toEqual([]);
  return [...runEnds.values()].at(-1)?.reason;
}

async function ownerFiles(home: string): Promise<readonly string[]> {
  return (await readdir(home)).filter((name) => name.startsWith("owner."));
}

/** Waits for what the model was asked first, sends the signal to the command, and gives its end. */
async function interrupted(child: ChildProcess, signal: NodeJS.Signals, began: Promise<unknown>): Promise<CommandEnd> {
  const end = endOf(child);
  await Promise.race([began, end]);
  child.kill(signal);
  return end;
}

describe.each(["SIGTERM", "SIGINT", "SIGHUP"] as const)("%s", (signal) => {
  it("stops the runs of a serving owner, writes their ends and gives the home up", async () => {
    await using one = await setUp();
    const owner = await startOwner(one.home);
    const connection = await owner.viaSocket();
    const events = await record(connection);
    const sessionKey = "cli:direct";
    value(await connection.request("chat.send", { sessionKey, text: "talk", workFolder: one.work }));
    await events.until("message-delta");
    const code = await owner.end(signal);
    expect(code).toBe(0);
    expect(owner.stderr()).toBe("");
    expect(events.events.at(-1)).toBeDefined();
    const error = { code: "interrupted" };
    expect(events.events.find((event) => event.type === "run-end")).toMatchObject({ reason: "stopped", error });
    expect(await lastEnd(one.test)).toBe("stopped");
    expect(await ownerFiles(one.home)).toEqual([]);
  });

  it("stops the run of one message with a line that says so", async () => {
    await using one = await setUp();
    const child = startCommand({ home: one.home, args: ["agent", "-m", "talk"], cwd: one.work });
    const end = await interrupted(child, signal, one.endpoint.request(0));
    expect(end).toMatchObject({ code: statuses[signal], signal: null });
    expect(end.stderr.trimEnd().split("\n")).toHaveLength(1);
    expect(await lastEnd(one.test, folderChat(one.work))).toBe("stopped");
    expect(await ownerFiles(one.home)).toEqual([]);
  });

  it("stops a conversation behind a pipe", async () => {
    await using one = await setUp();
    const child = startCommand({ home: one.home, args: ["agent", "--json"], cwd: one.work });
    child.stdin?.write("talk\n");
    const end = await interrupted(child, signal, one.endpoint.request(0));
    expect(end).toMatchObject({ code: statuses[signal], signal: null });
    expect(JSON.parse(end.stdout.trimEnd().split("\n").at(-1) ?? "")).toMatchObject({
      type: "run-end",
      reason: "stopped",
    });
    expect(await lastEnd(one.test, folderChat(one.work))).toBe("stopped");
    expect(await ownerFiles(one.home)).toEqual([]);
  });
});

it("SIGTERM takes a running command of the model along", async () => {
  await using one = await setUp();
  const owner = await startOwner(one.home);
  const connection = await owner.viaSocket();
  const events = await record(connection);
  const sent = { sessionKey: "cli:direct", text: "run it", workFolder: one.work, mode: "full" as const };
  value(await connection.request("chat.send", sent));
  await events.until("tool-start");
  expect(await owner.end("SIGTERM")).toBe(0);
  expect(sleepers()).toEqual([]);
  expect(await lastEnd(one.test)).toBe("stopped");
});

it("an owner that is stopped while its servers do not end is waited for by the next command, which answers", async () => {
  await using one = await setUp();
  const starts = join(one.test.folder, "starts");
  // In a sandbox it would have a number of its own, and no other file to write it into.
  const open = { sandbox: { mode: "off" } };
  const servers = serverSettings({ files: stdioServer({ isStubborn: true, starts }, open) });
  await one.test.config({ ...endpointSettings(one.endpoint.baseUrl), ...servers });
  const owner = await startOwner(one.home);
  const connection = await owner.viaSocket();
  const state = async () => value(await connection.request("mcp.open", { name: "files" })).server.state;
  await expect.poll(state, { timeout: 10_000 }).toBe("ready");
  const gone = owner.end("SIGTERM");
  const next = await runCommand({ home: one.home, args: ["agent", "-m", "quick"], cwd: one.work });
  expect(next).toMatchObject({ code: 0, stdout: "That is done.\n", stderr: "" });
  expect(await gone).toBe(0);
  const pids = readFileSync(starts, "utf8").trim().split("\n");
  expect(pids).toHaveLength(2);
  expect(pids.filter((pid) => commandLine(pid) !== "")).toEqual([]);
});

/** Ways to start the command through another Node: the real one of an old system, and one that works everywhere. */
const systemNode = ["/usr/bin/node", "/usr/local/bin/node"].find((path) => existsSync(path) && isOld(path));
const launchers = ["a launcher", ...(systemNode === undefined ? [] : [systemNode])];

function isOld(node: string): boolean {
  return !isNewEnough(execFileSync(node, ["-p", "process.versions.node"], { encoding: "utf8" }).trim());
}

describe.each(launchers)("started by an older Node (%s)", (launcher) => {
  const root = join(import.meta.dirname, "../..");

  /** The built command, or a script that does what the command does on an old Node. */
  async function start(one: Awaited<ReturnType<typeof setUp>>, args: readonly string[]): Promise<ChildProcess> {
    const options = { home: one.home, args, cwd: one.work };
    if (launcher !== "a launcher") return startCommand({ ...options, node: launcher });
    const script = join(one.test.folder, "launcher.mjs");
    const module = pathToFileURL(join(root, "scripts/packaged-node.mjs")).href;
    await writeFile(
      script,
      `import { runOn } from ${JSON.stringify(module)};\nrunOn(process.execPath, process.argv.slice(2));\n`,
    );
    const command = join(root, "out/main/cli.js");
    return startCommand({ ...options, script, args: [command, ...args] });
  }

  it("passes stdin, the answer and the exit code through", async () => {
    await using one = await setUp();
    const piped = await start(one, ["agent"]);
    piped.stdin?.end("quick\n");
    expect(await endOf(piped)).toMatchObject({ code: 0, stdout: "That is done.\n", stderr: "" });
    const wrong = await start(one, ["agent", "--no-such-option"]);
    wrong.stdin?.end();
    expect(await endOf(wrong)).toMatchObject({ code: 2, stdout: "" });
    const failing = await start(one, ["agent", "-m", "quick", "--session", "cli:x", "--workdir", "nowhere"]);
    failing.stdin?.end();
    expect((await endOf(failing)).code).not.toBe(0);
  });

  it.each(["SIGTERM", "SIGINT"] as const)("stops in an orderly way on %s", async (signal) => {
    await using one = await setUp();
    const child = await start(one, ["agent", "-m", "talk"]);
    const end = await interrupted(child, signal, one.endpoint.request(0));
    expect(end).toMatchObject({ code: statuses[signal], signal: null });
    expect(await lastEnd(one.test, folderChat(one.work))).toBe("stopped");
    expect(await ownerFiles(one.home)).toEqual([]);
  });

  it("goes with its launcher when that is killed", async () => {
    await using one = await setUp();
    const child = await start(one, ["agent", "-m", "talk"]);
    // The output closes when the last process that holds it is gone.
    await interrupted(child, "SIGKILL", one.endpoint.request(0));
    expect(await processesOf(one.home)).toEqual([]);
    const next = await runCommand({ home: one.home, args: ["agent", "-m", "quick"], cwd: one.work });
    expect(next).toMatchObject({ code: 0, stdout: "That is done.\n", stderr: "" });
  });
});
