import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import type { ToolMessage } from "../../src-preload/contract/records.ts";
import { createAgentBench } from "../support/agent-bench.ts";
import type { ScriptedCall } from "../support/scripted-reply.ts";

/* The whole core with the machine's own sandbox: what runs without asking, and what asks. */

const harmless = readFileSync(join(import.meta.dirname, "../fixtures/harmless-commands.txt"), "utf8")
  .trim()
  .split("\n");

const exec = (command: string, more: object = {}): ScriptedCall => ({ name: "exec", arguments: { command, ...more } });

async function benchOf(calls: readonly ScriptedCall[], settings: object = {}) {
  const script = [...chunks(calls, 20).map((some) => ({ calls: some })), { text: "done" }];
  const options = { sandbox: undefined } as const;
  // In auto a folder that nobody vouched for asks.
  const bench = await createAgentBench(script, { options, settings, isTrusted: true });
  onTestFinished(() => bench[Symbol.asyncDispose]());
  return bench;
}

function chunks<Item>(items: readonly Item[], size: number): readonly (readonly Item[])[] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_none, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}

async function results(bench: Awaited<ReturnType<typeof benchOf>>): Promise<readonly ToolMessage[]> {
  return (await bench.messages()).filter((message) => message.role === "tool");
}

describe("in auto mode", () => {
  it("of sixty harmless commands at most three ask, and the sandbox is in the way of none", async () => {
    expect(harmless).toHaveLength(60);
    const bench = await benchOf(harmless.map((command) => exec(command)));
    execFileSync("git", ["init", "-q", bench.home.work]);
    await mkdir(join(bench.home.work, "src"));
    await writeFile(join(bench.home.work, "notes.md"), "hello\n");
    await writeFile(join(bench.home.work, "src", "a.js"), "// TODO import x\n");
    const scripts = { test: "echo tested", build: "echo built" };
    await writeFile(join(bench.home.work, "package.json"), JSON.stringify({ name: "made-up", scripts }));
    await bench.ask("run them", { mode: "auto", whenAsked: "deny" });
    const ends = await results(bench);
    expect(ends).toHaveLength(60);
    expect(ends.filter(({ details }) => details?.status === "denied").length).toBeLessThanOrEqual(3);
    expect(ends.filter(({ details }) => details?.refused !== undefined).map(({ content }) => content)).toEqual([]);
    expect(ends.filter(({ content }) => /tested|built/.test(content))).toHaveLength(2);
  });

  it("what asks to run outside is asked about, with the words for it on the card", async () => {
    const bench = await benchOf([exec("echo inside"), exec("echo outside", { outside: true })]);
    await bench.send("run them", { mode: "auto" });
    const { approval } = await bench.seen.until("approval-request");
    expect(approval.subject).toMatchObject({
      body: "echo outside",
      confined: false,
      confinement: "Runs outside the sandbox, as asked for: it can change and reach whatever you can.",
    });
    expect(await results(bench)).toMatchObject([{ content: "inside\n[Exit status 0]" }]);
  });
});

it("in ask mode a confined command asks, and the card says what it can reach", async () => {
  const settings = { tools: { exec: { sandbox: { allowedHosts: ["example.com"] } } } };
  const bench = await benchOf([exec("echo hi")], settings);
  await bench.send("run it", { mode: "ask" });
  const { approval } = await bench.seen.until("approval-request");
  expect(approval.subject.confined).toBe(true);
  expect(approval.subject.confinement).toContain(`writes only in ${bench.home.work}`);
  expect(approval.subject.confinement).toContain("reaches only example.com");
});

it("in full mode, and where the sandbox is switched off, a command runs outside", async () => {
  const outside = `echo x > ../outside-${process.pid}`;
  const bench = await benchOf([exec(outside)]);
  await bench.ask("run it", { mode: "full" });
  expect(readFileSync(join(bench.home.folder, `outside-${process.pid}`), "utf8")).toBe("x\n");
  const off = await benchOf([exec(outside)], { tools: { exec: { sandbox: { mode: "off" } } } });
  await off.ask("run it", { mode: "auto", whenAsked: "deny" });
  expect(await results(off)).toMatchObject([{ details: { status: "denied" } }]);
});
