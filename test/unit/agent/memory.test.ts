import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { type AgentBench, createAgentBench } from "../../support/agent-bench.ts";
import type { Script } from "../../support/scripted-endpoint.ts";
import type { ScriptedReply } from "../../support/scripted-reply.ts";
import { value } from "../../support/test-home.ts";

const path = "memory/MEMORY.md";
const remember = (fact: string, replaces?: string): ScriptedReply => ({
  calls: [{ name: "remember", arguments: { fact, ...(replaces === undefined ? {} : { replaces }) } }],
});
const forget = (fact: string): ScriptedReply => ({ calls: [{ name: "forget", arguments: { fact } }] });
const done: ScriptedReply = { text: "Done." };

async function start(script: Script, settings: object = {}): Promise<AgentBench> {
  return createAgentBench(script, { settings: { memory: settings } });
}

const memoryOf = ({ home }: AgentBench) => readFile(join(home.home, "workspace", path), "utf8");
const systemOf = async ({ endpoint }: AgentBench, index: number) =>
  String((await endpoint.request(index)).body.messages[0]?.content);
const resultsOf = async (bench: AgentBench) =>
  (await bench.messages()).flatMap((message) => (message.role === "tool" ? [message.content] : []));

it("a fact is remembered at once and without asking, and goes with the next message; forgotten, it does not", async () => {
  await using bench = await start([remember("Likes tea"), done, done, forget("likes tea"), done, done]);
  await bench.ask("I like tea");
  expect(await memoryOf(bench)).toContain("- Likes tea\n");
  await bench.ask("hello");
  expect(await systemOf(bench, 2)).toContain("- Likes tea");
  await bench.ask("forget it");
  expect(await memoryOf(bench)).not.toContain("tea");
  await bench.ask("hello again");
  expect(await systemOf(bench, 5)).not.toContain("Likes tea");
  expect(await resultsOf(bench)).toEqual(["Remembered: Likes tea", "Forgot: Likes tea"]);
});

it("each change of the memory is a version with its author, and can be put back", async () => {
  await using bench = await start([remember("Likes tea"), done]);
  await bench.ask("I like tea");
  const { client, home } = bench;
  const before = value(await client.request("knowledge.read", { path }));
  await writeFile(join(home.home, "workspace", path), "- Written by hand\n");
  const hand = value(await client.request("knowledge.read", { path }));
  value(await client.request("knowledge.save", { path, text: "- Saved\n", base: hand.version }));
  const { versions } = value(await client.request("knowledge.versions", { path }));
  expect(versions.map(({ author }) => author.kind)).toEqual(["you", "outside", "agent", "outside"]);
  expect(versions[2]).toMatchObject({ version: before.version, author: { sessionKey: bench.key } });
  const old = value(await client.request("knowledge.readVersion", { path, version: before.version }));
  expect(old.text).toBe(before.text);
  const strange = await client.request("knowledge.readVersion", { path: "SOUL.md", version: before.version });
  expect(strange.ok ? "ok" : strange.error.code).toBe("not-found");
});

it("what a file tool writes to the knowledge is a version of the agent's too", async () => {
  await using bench = await createAgentBench(
    (_, index) =>
      index === 0
        ? {
            calls: [
              {
                name: "write_file",
                arguments: { path: join(bench.home.home, "workspace", "USER.md"), content: "Ann\n" },
              },
            ],
          }
        : done,
    { settings: { approvals: { mode: "full" } } },
  );
  await bench.ask("I am Ann");
  const { versions } = value(await bench.client.request("knowledge.versions", { path: "USER.md" }));
  expect(versions[0]?.author).toEqual({ kind: "agent", sessionKey: bench.key });
});

it("where the setting says so, a fact waits for the person, who takes it, changes it or refuses it for ever", async () => {
  await using bench = await start(
    [remember("Likes tea"), done, remember("Has a cat"), done, remember("Is tall"), done],
    {
      apply: "proposed",
    },
  );
  for (const said of ["one", "two", "three"]) await bench.ask(said);
  const { client } = bench;
  const listed = async () => value(await client.request("memory.proposals", {})).proposals;
  const [tea, cat, tall] = await listed();
  expect(tea).toMatchObject({ kind: "add", fact: "Likes tea", reason: "setting", author: { sessionKey: bench.key } });
  expect(await memoryOf(bench)).not.toContain("tea");
  value(await client.request("memory.decide", { id: tea?.id ?? "", decision: "accept", fact: "Likes green tea" }));
  value(await client.request("memory.decide", { id: cat?.id ?? "", decision: "reject" }));
  value(await client.request("memory.decide", { id: tall?.id ?? "", decision: "never" }));
  expect(await listed()).toEqual([]);
  expect(await memoryOf(bench)).toContain("- Likes green tea\n");
  expect(await memoryOf(bench)).not.toMatch(/cat|tall/);
  const again = await client.request("memory.decide", { id: tea?.id ?? "", decision: "accept" });
  expect(again.ok ? "ok" : again.error.code).toBe("not-found");
});

it("the memory keeps to its size: what has no room is refused with a way on", async () => {
  const long = `Likes ${"very ".repeat(60)}long walks`;
  await using bench = await start([remember(long), done], { budgetTokens: 60 });
  await bench.ask("remember it");
  expect((await resultsOf(bench))[0]).toMatch(/60 are allowed. Forget facts/);
  expect(await memoryOf(bench)).not.toContain("walks");
});

it("in plan mode nothing is remembered", async () => {
  await using bench = await createAgentBench([remember("Likes tea"), done], {
    settings: { approvals: { mode: "plan" } },
  });
  await bench.ask("I like tea");
  expect((await resultsOf(bench))[0]).toContain("plan mode");
  expect(await memoryOf(bench)).not.toContain("tea");
});

it("a fact that an editor saved over comes back as a proposal", async () => {
  await using bench = await start([remember("Likes tea"), done, remember("Has a cat"), done]);
  await bench.ask("I like tea");
  const file = join(bench.home.home, "workspace", path);
  // The editor had opened the file before, and knew nothing of the tea.
  await writeFile(file, "# Memory\n\n- Written by hand\n");
  const told = bench.seen.until("proposals-changed");
  await bench.ask("I have a cat");
  await told;
  expect(await memoryOf(bench)).toBe("# Memory\n\n- Written by hand\n- Has a cat\n");
  const { proposals } = value(await bench.client.request("memory.proposals", {}));
  expect(proposals).toMatchObject([{ fact: "Likes tea", reason: "overwritten" }]);
});
