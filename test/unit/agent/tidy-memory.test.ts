import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { readShortening } from "../../../src-main/agent/consolidation/tidy-memory.ts";
import { type ConsolidationBench, createConsolidationBench } from "../../support/consolidation-bench.ts";
import type { ScriptedReply } from "../../support/scripted-reply.ts";
import { value } from "../../support/test-home.ts";

/* What could make a memory shorter that is nearly full: proposed once a day, and never made by itself. */

const day = 24 * 60 * 60 * 1000;
const noted = {
  calls: [{ name: "note", arguments: { title: "Talk", entry: "Talked.", facts: [], summary: "Talk." } }],
};
const shorter = (changes: readonly object[]): ScriptedReply => ({
  calls: [{ name: "shorten", arguments: { changes } }],
});
const merge = { facts: [1, 2], into: "Likes tea, coffee too" };
const drop = { facts: [3], into: "" };

const facts = ["Likes tea more than most", "Likes coffee as well", "Was in Rome in May", "Has a boat"];
const memory = `${facts.map((fact) => `- ${fact}\n`).join("")}`;

async function openBench(shorten: ScriptedReply = shorter([merge, drop]), budgetTokens = 24) {
  const bench = await createConsolidationBench({
    note: () => noted,
    shorten: () => shorten,
    settings: { memory: { budgetTokens } },
  });
  await bench.ask("hello");
  await writeFile(join(bench.home.home, "workspace/memory/MEMORY.md"), memory);
  return bench;
}

/** Puts the chat into the log, and waits until what follows it is over. */
async function log(bench: ConsolidationBench): Promise<void> {
  await bench.ask("more");
  await bench.ask("and more");
  expect(await bench.log()).toBeNull();
}

const proposalsOf = async ({ client }: ConsolidationBench) =>
  value(await client.request("memory.proposals", {})).proposals;

it("lays what it drops and what it puts together before the person, and changes nothing until they accept", async () => {
  await using bench = await openBench();
  await log(bench);
  await bench.seen.until("proposals-changed");
  const [merged, dropped] = await proposalsOf(bench);
  expect(merged).toMatchObject({ kind: "merge", fact: merge.into, merges: facts.slice(0, 2), reason: "tidy" });
  expect(dropped).toMatchObject({ kind: "remove", fact: facts[2], reason: "tidy" });
  expect(await bench.file("MEMORY.md")).toBe(memory);
  expect(bench.shortenings[0]?.body.messages[1]?.content).toBe(
    facts.map((fact, at) => `${at + 1}. ${fact}`).join("\n"),
  );
  const decide = (id = "", decision: "accept" | "reject", fact?: string) =>
    bench.client.request("memory.decide", { id, decision, ...(fact === undefined ? {} : { fact }) });
  value(await decide(merged?.id, "accept", "Likes tea and coffee"));
  expect(await bench.file("MEMORY.md")).toBe("- Likes tea and coffee\n- Was in Rome in May\n- Has a boat\n");
  value(await decide(dropped?.id, "reject"));
  expect(await bench.file("MEMORY.md")).toContain("Rome");
});

it("a fact that was changed meanwhile is put together with nothing, and the person is told", async () => {
  await using bench = await openBench(shorter([merge]));
  await log(bench);
  await bench.seen.until("proposals-changed");
  const [merged] = await proposalsOf(bench);
  const edited = memory.replace("coffee", "cocoa");
  await writeFile(join(bench.home.home, "workspace/memory/MEMORY.md"), edited);
  const refused = await bench.client.request("memory.decide", { id: merged?.id ?? "", decision: "accept" });
  expect(refused).toMatchObject({ ok: false, error: { code: "conflict" } });
  expect(await bench.file("MEMORY.md")).toBe(edited);
  expect(await proposalsOf(bench)).toHaveLength(1);
});

it("asks once a day, and not while what it proposed waits", async () => {
  await using bench = await openBench();
  await log(bench);
  await bench.seen.until("proposals-changed");
  for (const { id } of await proposalsOf(bench))
    value(await bench.client.request("memory.decide", { id, decision: "reject" }));
  await log(bench);
  await log(bench);
  expect(bench.shortenings).toHaveLength(1);
  bench.pass(day);
  await log(bench);
  await expect.poll(async () => (await proposalsOf(bench)).length).toBe(2);
  bench.pass(day);
  await log(bench);
  await log(bench);
  expect(bench.shortenings).toHaveLength(2);
});

it("a memory with room is left alone", async () => {
  await using bench = await openBench(undefined, 4000);
  await log(bench);
  await log(bench);
  expect(bench.shortenings).toHaveLength(0);
});

it("an answer that proposes nothing is logged, and the chat hears nothing of it", async () => {
  await using bench = await openBench({ text: "It is fine as it is." });
  await log(bench);
  await expect.poll(() => bench.home.logged.join()).toContain("did not say what could be shorter");
  expect(await proposalsOf(bench)).toEqual([]);
  const { page } = value(await bench.client.request("session.open", { sessionKey: bench.key }));
  expect(page.messages.filter(({ message }) => message.role === "system")).toEqual([]);
});

it.each([
  ["a call", { toolCalls: [{ id: "1", name: "shorten", arguments: { changes: [merge] } }], content: "" }],
  ["JSON in words", { toolCalls: [], content: `Sure:\n\`\`\`\n${JSON.stringify({ changes: [merge] })}\n\`\`\`` }],
  [
    "one of which parts are none",
    { toolCalls: [], content: JSON.stringify({ changes: [{ facts: 1 }, merge, { facts: [1, 99], into: "" }] }) },
  ],
])("reads %s", (_, answer) => {
  expect(readShortening(answer, facts)).toEqual([{ facts: facts.slice(0, 2), into: merge.into }]);
});

it("reads nothing out of what is no answer", () => {
  for (const content of ["", "no", '{"changes": 1}', "{"])
    expect(readShortening({ toolCalls: [], content }, facts)).toBeNull();
});
