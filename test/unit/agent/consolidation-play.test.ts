import { expect, it } from "vitest";
import { factKey, factsIn } from "../../../src-main/knowledge/memory/facts.ts";
import { type ConsolidationBench, createConsolidationBench } from "../../support/consolidation-bench.ts";
import { createFailingFileSystem } from "../../support/failing-file-system.ts";
import type { ScriptedReply } from "../../support/scripted-reply.ts";
import { value } from "../../support/test-home.ts";

/** `npm run torture -- --memory` plays 500 turns: 1,000 messages. */
const turns = Number(process.env["PERCH_NOTED_TURNS"] ?? 70);
const memoryWindow = 20;
const budgetTokens = 150;

const wordsIn = (text: string): readonly string[] => text.match(/\bword-\d+\b/g) ?? [];

function goodNote(chat: string): ScriptedReply {
  const words = wordsIn(chat);
  const facts = words.map((word) => ({ fact: `The user said ${word} and meant it` }));
  // A model that forgets what it noted before says the same facts again.
  const again = facts.slice(0, 3).flatMap(({ fact }) => [{ fact }, { fact: `${fact.toUpperCase()}.` }]);
  const note = { title: "Words", entry: words.join(" "), facts: [...again, ...facts], summary: words.join(" ") };
  return words.length % 2 === 0
    ? { calls: [{ name: "note", arguments: note }] }
    : { text: `\`\`\`json\n${JSON.stringify(note)}\n\`\`\`` };
}

/** Every kind of failing; null: this time it goes well. */
const failures: readonly (ScriptedReply | null)[] = [
  { status: 500, body: "broken" },
  { status: 401, body: { error: { message: "no such key" } } },
  null,
  { text: "" },
  { text: "I would rather not." },
  { calls: [{ name: "note", arguments: '{"entry": ' }] },
  { calls: [{ name: "note", arguments: { entry: 7 } }] },
  { calls: [{ name: "other", arguments: {} }] },
  null,
  { text: '{"entry": "half', ending: "cut" },
  { text: "cut", finishReason: "length" },
  { status: 429, body: { error: { message: "slow down" } }, headers: { "retry-after": "3600" } },
];

async function contextOf({ client, key }: ConsolidationBench, all: number): Promise<readonly string[]> {
  const { page } = value(await client.request("session.open", { sessionKey: key, limit: 200 }));
  expect(page.messages.length).toBeGreaterThanOrEqual(Math.min(200, all));
  return page.messages.map(({ message }) => message.content);
}

it("whatever fails, no message is missing from both context and log, no fact is there twice, the memory keeps to its size", {
  timeout: 1_200_000,
}, async () => {
  const disk = createFailingFileSystem();
  let isOver = false;
  await using bench = await createConsolidationBench({
    note: (chat, index) => (isOver ? undefined : failures[index % failures.length]) ?? goodNote(chat),
    defaults: { memoryWindow },
    settings: { memory: { budgetTokens } },
    files: disk.files,
  });
  for (let turn = 0; turn < turns; turn += 1) {
    // Every word is said in a message of its own.
    await bench.ask(`word-${turn} is what I say`);
    if (turn % 7 === 5)
      disk.setFault({ at: 1 + (turn % 11), code: "ENOSPC", lasts: "once", only: ["rename", "handle.write"] });
    if (turn % 3 === 0) await bench.log();
    disk.heal();
    if (turn % 25 === 24) await bench.ask("/new");
  }
  isOver = true;
  await bench.ask(`word-${turns} is the last`);
  for (let tries = 0; tries < 3; tries += 1) {
    await bench.ask("go on");
    await bench.log();
  }
  const log = wordsIn(await bench.file("HISTORY.md"));
  const seen = new Set([...log, ...(await contextOf(bench, 4)).slice(-memoryWindow).flatMap(wordsIn)]);
  const said = Array.from({ length: turns + 1 }, (_, turn) => `word-${turn}`);
  expect(said.filter((word) => !seen.has(word))).toEqual([]);
  expect(log.length, "nothing is in the log twice").toBe(new Set(log).size);
  const memory = await bench.file("MEMORY.md");
  const keys = factsIn(memory).map(({ text }) => factKey(text));
  expect(keys.length).toBe(new Set(keys).size);
  expect(keys.length).toBeGreaterThan(3);
  expect(memory.length / 3.5).toBeLessThanOrEqual(budgetTokens);
  const { proposals } = value(await bench.client.request("memory.proposals", {}));
  expect(proposals.map(({ fact }) => factKey(fact)).filter((key) => keys.includes(key))).toEqual([]);
  expect(proposals.length, "what found no room waits for the person").toBeGreaterThan(0);
});
