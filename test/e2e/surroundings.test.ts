import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { maxMessageChars } from "../../src-preload/contract/bounds.ts";
import { endOf, processesOf, runCommand, startCommand } from "../support/run-command.ts";
import { type Script, startScriptedEndpoint } from "../support/scripted-endpoint.ts";
import { createTestHome, endpointSettings, value } from "../support/test-home.ts";
import { startOwner } from "../torture/owner.ts";

const answers: Script = () => ({ text: "That is done." });

/** A home and an endpoint; at the end nothing that was started on it may be left. */
async function setUp(script: Script = answers) {
  const endpoint = await startScriptedEndpoint(script);
  const test = await createTestHome();
  const { home, work } = test;
  await test.config(endpointSettings(endpoint.baseUrl));
  return {
    home,
    work,
    endpoint,
    folder: test.folder,
    config: join(home, "config.json"),
    perch: (args: readonly string[], input = "") => runCommand({ home, args, cwd: work }, input),
    async [Symbol.asyncDispose]() {
      expect(await processesOf(home)).toEqual([]);
      await test[Symbol.asyncDispose]();
      await endpoint.close();
    },
  };
}

/** `second/other` at the same endpoint stands in for the model. */
async function addFallback(config: string, more: object = {}): Promise<void> {
  const { providers, agents } = JSON.parse(await readFile(config, "utf8"));
  const defaults = { ...agents.defaults, fallbackModels: ["second/other"] };
  const both = { ...providers, second: providers.custom };
  await writeFile(config, JSON.stringify({ ...more, agents: { ...agents, defaults }, providers: both }));
}

const say = ["agent", "-m", "hello"];

function oneLine(stderr: string): string {
  expect(stderr.trimEnd().split("\n"), stderr).toHaveLength(1);
  expect(stderr).not.toMatch(/^\s+at /m);
  return stderr;
}

describe("perch agent -m fails with one line on stderr and nothing on stdout", () => {
  it("where the settings are broken, with line and column, and leaves them as they are", async () => {
    await using test = await setUp();
    await writeFile(test.config, '{\n  "agents": }\n');
    const end = await test.perch(say);
    expect(end).toMatchObject({ code: 1, stdout: "" });
    expect(oneLine(end.stderr)).toMatch(/line 2.*column 13/);
    expect(await readFile(test.config, "utf8")).toBe('{\n  "agents": }\n');
  });

  it.each(["nowhere/model", "custom"])("where the model is %s", async (model) => {
    await using test = await setUp();
    await writeFile(test.config, JSON.stringify({ agents: { defaults: { model, provider: "nowhere" } } }));
    const end = await test.perch(say);
    expect(end).toMatchObject({ code: 1, stdout: "" });
    oneLine(end.stderr);
  });

  it("where the home lies below a file", async () => {
    await using test = await setUp();
    const file = join(test.folder, "file");
    await writeFile(file, "");
    const end = await runCommand({ home: join(file, "home"), args: say, cwd: test.work });
    expect(end).toMatchObject({ code: 1, stdout: "" });
    expect(oneLine(end.stderr)).toContain(join(file, "home"));
  });

  it("where the home is a file", async () => {
    await using test = await setUp();
    const file = join(test.folder, "file");
    await writeFile(file, "mine");
    const end = await runCommand({ home: file, args: say, cwd: test.work });
    expect(end).toMatchObject({ code: 1, stdout: "" });
    oneLine(end.stderr);
    expect(await readFile(file, "utf8")).toBe("mine");
  });

  it("where a file lies in the place of the sessions", async () => {
    await using test = await setUp();
    await mkdir(join(test.home, "workspace"));
    await writeFile(join(test.home, "workspace", "sessions"), "");
    const end = await test.perch(say);
    expect(end).toMatchObject({ code: 1, stdout: "" });
    oneLine(end.stderr);
  });

  it("where the message is over the limit", async () => {
    await using test = await setUp();
    const end = await test.perch(["agent"], `${"x".repeat(maxMessageChars + 1)}\n`);
    expect(end).toMatchObject({ code: 1, stdout: "" });
    expect(oneLine(end.stderr)).toContain(String(maxMessageChars));
    expect(test.endpoint.requests).toHaveLength(0);
  });
});

describe("perch goes on", () => {
  it("with a message of a megabyte", async () => {
    await using test = await setUp();
    const end = await test.perch(["agent"], `${"word ".repeat(200_000)}\n`);
    expect(end).toMatchObject({ code: 0, stdout: "That is done.\n", stderr: "" });
  });

  it("when a model calls a tool with nonsense for arguments, and tells it so", async () => {
    await using test = await setUp((_request, index) =>
      index === 0 ? { calls: [{ name: "read_file", arguments: "{nonsense" }] } : { text: "I see." },
    );
    expect(await test.perch(say)).toMatchObject({ code: 0, stdout: "I see.\n", stderr: "" });
    const told = test.endpoint.requests[1]?.body.messages.at(-1);
    expect(told).toMatchObject({ role: "tool", content: expect.stringMatching(/not.*JSON/i) });
  });

  it("with another model, and past most of a limit, and tells both to whoever does not watch", async () => {
    await using test = await setUp((_request, index) =>
      index === 0
        ? { status: 402, body: { error: { message: "Insufficient balance" } } }
        : { text: "That is done.", usage: { prompt: 890, completion: 10 } },
    );
    await addFallback(test.config, { budgets: { day: { tokens: 1000 } } });
    const end = await test.perch(say);
    expect(end).toMatchObject({ code: 0, stdout: "That is done.\n" });
    const [first, second, ...rest] = end.stderr.trimEnd().split("\n");
    expect(first).toContain("Asking second/other instead.");
    expect(second).toContain("Today's budget is 90 % used");
    expect(rest).toEqual([]);
  });

  it("with another model, with a message from a pipe", async () => {
    await using test = await setUp((_request, index) =>
      index === 0 ? { status: 402, body: { error: { message: "Insufficient balance" } } } : { text: "That is done." },
    );
    await addFallback(test.config);
    const end = await test.perch(["agent"], "hello\n");
    expect(end).toMatchObject({ code: 0, stdout: "That is done.\n" });
    expect(oneLine(end.stderr)).toContain("Asking second/other instead.");
  });

  it("in a chat whose file is full of garbage", async () => {
    await using test = await setUp();
    await test.perch(say);
    const sessions = join(test.home, "workspace", "sessions");
    const path = join(sessions, (await readdir(sessions))[0] ?? "");
    const garbage = `${"\u0000\u0001 garbage { ]\n".repeat(200)}{"id":"half`;
    await writeFile(path, garbage);
    expect(await test.perch(say)).toMatchObject({ code: 0, stdout: "That is done.\n", stderr: "" });
    expect((await readFile(path, "utf8")).startsWith(garbage.slice(0, garbage.lastIndexOf("\n")))).toBe(true);
    expect(await test.perch(say)).toMatchObject({ code: 0, stderr: "" });
  });

  it("after a work folder vanished between two messages, with an error that names it", async () => {
    await using test = await setUp();
    const owner = await startOwner(test.home);
    const connection = await owner.viaSocket();
    const sessionKey = "cli:direct";
    value(await connection.request("chat.send", { sessionKey, text: "one", workFolder: test.work, whenBusy: "queue" }));
    await test.endpoint.request(0);
    value(await connection.request("chat.send", { sessionKey, text: "/stop" }));
    await rm(test.work, { recursive: true });
    const refused = await connection.request("chat.send", { sessionKey, text: "two" });
    expect(refused.ok ? null : refused.error.message).toContain(test.work);
    await mkdir(test.work);
    expect(value(await connection.request("chat.send", { sessionKey, text: "three" })).kind).toBe("started");
    expect(await owner.end("SIGTERM")).toBe(0);
    expect(owner.stderr()).toBe("");
  });

  it("when nobody reads its output any more", async () => {
    const words = Array.from({ length: 3000 }, (_, index) => `word ${index}, and a good many more. `);
    await using test = await setUp(() => ({ deltas: words }));
    for (const more of [["--json"], []]) {
      const child = startCommand({ home: test.home, args: [...say, ...more], cwd: test.work });
      child.stdin?.end();
      child.stdout?.once("data", () => child.stdout?.destroy());
      if (more.length === 0) child.stdout?.destroy();
      const end = await endOf(child);
      expect(end).toMatchObject({ signal: null, stderr: "" });
    }
  });
});

describe("a home that a dead owner left", () => {
  const dead = { pid: 2 ** 22 - 3, processStart: "1" };
  const reused = { pid: process.pid, processStart: "1" };
  it.each([
    ["names a process that is gone", JSON.stringify(dead)],
    ["names a process that is another one now", JSON.stringify(reused)],
    ["is garbage", "\u0000\u0000 garbage"],
    ["is empty", ""],
  ])("is taken over where owner.json %s", async (_what, content) => {
    await using test = await setUp();
    const owner = await startOwner(test.home);
    await owner.end("SIGKILL");
    expect(await readdir(test.home)).toContain("owner.sock");
    const socket = join(test.home, "owner.sock");
    const parsed = content.startsWith("{") ? JSON.stringify({ ...JSON.parse(content), socket }) : content;
    await writeFile(join(test.home, "owner.json"), parsed);
    expect(await test.perch(say)).toMatchObject({ code: 0, stdout: "That is done.\n", stderr: "" });
    expect((await readdir(test.home)).filter((name) => name.startsWith("owner."))).toEqual([]);
  });

  it("is taken over where a lock of a dead process lies in the way", async () => {
    await using test = await setUp();
    await writeFile(join(test.home, "owner.lock"), JSON.stringify({ ...dead, socket: "" }));
    expect(await test.perch(say)).toMatchObject({ code: 0, stdout: "That is done.\n", stderr: "" });
  });
});

it("two commands that start at the same moment on a fresh home both answer, twenty times", async () => {
  for (let round = 0; round < 20; round += 1) {
    await using test = await setUp();
    const session = (name: string) => test.perch([...say, "--session", `cli:${name}`]);
    const ends = await Promise.all([session("one"), session("two")]);
    for (const end of ends) expect(end).toMatchObject({ code: 0, stdout: "That is done.\n", stderr: "" });
    expect((await readdir(test.home)).filter((name) => name.startsWith("owner."))).toEqual([]);
  }
});

it("a command that is done lets the run of another process finish before it gives the home up", async () => {
  const gates = { quick: Promise.withResolvers<void>(), slow: Promise.withResolvers<void>() };
  await using test = await setUp(({ body }) => {
    const kind = JSON.stringify(body.messages).includes("be slow") ? "slow" : "quick";
    return { deltas: ["Now ", gates[kind].promise, kind] };
  });
  const start = (text: string, session: string) => {
    const args = ["agent", "-m", text, "-s", session];
    const child = startCommand({ home: test.home, args, cwd: test.work });
    child.stdin?.end();
    return child;
  };
  const owner = start("be quick", "cli:quick");
  const ownerEnd = endOf(owner);
  await test.endpoint.request(0);
  const attachedEnd = endOf(start("be slow", "cli:slow"));
  await test.endpoint.request(1);
  owner.stdout?.once("data", () => gates.slow.resolve());
  gates.quick.resolve();
  expect(await ownerEnd).toMatchObject({ code: 0, stdout: "Now quick\n", stderr: "" });
  expect(await attachedEnd).toMatchObject({ code: 0, stdout: "Now slow\n", stderr: "" });
});

it("three commands that meet a dead process's lock at the same moment make one owner", async () => {
  for (let round = 0; round < 5; round += 1) {
    await using test = await setUp();
    const dead = { pid: 2 ** 22 - 3, processStart: "1", socket: "" };
    await writeFile(join(test.home, "owner.lock"), JSON.stringify(dead));
    const ends = await Promise.all(["a", "b", "c"].map((name) => test.perch([...say, "-s", `cli:${name}`])));
    for (const end of ends) expect(end).toMatchObject({ code: 0, stdout: "That is done.\n", stderr: "" });
    expect((await readdir(test.home)).filter((name) => name.startsWith("owner."))).toEqual([]);
  }
});
