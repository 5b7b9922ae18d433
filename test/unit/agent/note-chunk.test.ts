import { describe, expect, it } from "vitest";
import { readNote } from "../../../src-main/agent/consolidation/note.ts";
import { chunksOf, lastLeaving, wordsOf } from "../../../src-main/agent/consolidation/note-chunk.ts";
import type { Message } from "../../../src-preload/contract/records.ts";
import { assistantRecord, toolRecord, userRecord } from "../../support/records.ts";

const turn = (number: number, length = 10): readonly Message[] => [
  userRecord(`u${number}`, "x".repeat(length)),
  assistantRecord(`a${number}`, "y".repeat(length)),
];
const idsOf = (messages: readonly Message[]) => messages.map(({ id }) => id);

describe("the pieces of a chat", () => {
  const chat = [...turn(1), ...turn(2), ...turn(3)];

  it("are whole turns, each within its length, and all of them together the chat", () => {
    const chunks = chunksOf(chat, { maxChars: 190, resetAfter: null });
    expect(chunks.map(({ messages, upTo, endsChat }) => [idsOf(messages), upTo, endsChat])).toEqual([
      [["u1", "a1", "u2", "a2"], "a2", false],
      [["u3", "a3"], "a3", false],
    ]);
  });

  it("end where /new began another chat, and a turn that is too long is one by itself", () => {
    const long = [...turn(1), ...turn(2, 500), ...turn(3)];
    const [, , last] = long.slice(1);
    const chunks = chunksOf(long, { maxChars: 150, resetAfter: last?.id ?? null });
    expect(chunks.map(({ messages, endsChat }) => [idsOf(messages), endsChat])).toEqual([
      [["u1", "a1"], false],
      [["u2", "a2"], true],
      [["u3", "a3"], false],
    ]);
    expect(chunksOf([], { maxChars: 190, resetAfter: null })).toEqual([]);
  });

  it("tell what was said, name what tools did, and leave out what no model sees", () => {
    expect(wordsOf(userRecord("u", "Hello"))).toMatch(/^User \(\d{4}-\d\d-\d\d \d\d:\d\d\): Hello\n$/);
    expect(wordsOf(toolRecord("t", "call", "a secret"))).not.toContain("secret");
    expect(wordsOf({ ...userRecord("u", "Hello"), hidden: true })).toBe("");
    expect(wordsOf(userRecord("u", "z".repeat(100_000))).length).toBeLessThan(4200);
  });
});

describe("what leaves the context", () => {
  const chat = [...turn(1), ...turn(2), ...turn(3)];

  it.each([
    [2, "a2"],
    [3, "a1"],
    [5, null],
    [6, null],
    [100, null],
  ])("with %d kept is up to %j, whole turns", (kept, id) => {
    expect(lastLeaving(chat, kept)).toBe(id);
  });
});

describe("a note", () => {
  const note = { title: "Tea", entry: "Talked about tea.", facts: [{ fact: "Likes tea" }], summary: "Tea it is." };
  const call = (args: object) => ({ content: "", toolCalls: [{ id: "c", name: "note", arguments: { ...args } }] });

  it("is read from a call, and from JSON in the words", () => {
    expect(readNote(call(note), "")).toEqual(note);
    const said = `Here you are:\n\`\`\`json\n${JSON.stringify(note)}\n\`\`\``;
    expect(readNote({ content: said, toolCalls: [] }, "")).toEqual(note);
  });

  it("may lack all but its entry", () => {
    expect(readNote(call({ entry: "Talked about tea.", facts: "none", title: 3 }), "Before.")).toEqual({
      title: "Talked about tea.",
      entry: "Talked about tea.",
      facts: [],
      summary: "Before.\nTalked about tea.",
    });
    const facts = ["Likes tea", { fact: "Has a cat", replaces: "Has a dog" }, { fact: " " }, "x"];
    expect(readNote(call({ ...note, facts }), "")?.facts).toEqual([
      { fact: "Likes tea" },
      { fact: "Has a cat", replaces: "Has a dog" },
      { fact: "x" },
    ]);
  });

  it.each(["", "{", "I cannot.", '{"entry": 3}', '{"entry": " "}'])("is not there in %j", (content) => {
    expect(readNote({ content, toolCalls: [] }, "")).toBeNull();
  });

  it("keeps its length, of a summary the newer end", () => {
    const long = readNote(call({ ...note, summary: `old ${"x".repeat(9000)} new` }), "");
    expect(long?.summary.length).toBe(6000);
    expect(long?.summary.endsWith("new")).toBe(true);
  });
});
