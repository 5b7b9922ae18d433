import { expect, it } from "vitest";
import { readTitle, titleWords } from "../../../src-main/agent/titles/title-words.ts";
import { type Message, messageSchema } from "../../../src-preload/contract/records.ts";

it.each([
  ["as it is", "Receipts of the spring", "Receipts of the spring"],
  ["in other scripts", "発票の整理について", "発票の整理について"],
  ["with the joiner that its word needs", "می\u200cخواهم بروم", "می\u200cخواهم بروم"],
  ["with an emoji of several parts", "Plans for 👩\u200d👩\u200d👧", "Plans for 👩\u200d👩\u200d👧"],
  ["quoted", "“Receipts of the spring”", "Receipts of the spring"],
  ["in single marks", "'Bob's boat'", "Bob's boat"],
  ["in Markdown", "## **Receipts** of `spring`.", "Receipts of spring"],
  ["behind a label", 'Titel: "Belege im Frühling"', "Belege im Frühling"],
  [
    "behind a sentence that leads to it",
    "Here is a title:\n\nReceipts of the spring\nMore words",
    "Receipts of the spring",
  ],
  ["with what cannot be seen", "Re\u202eceipts\u200b \u0007of\u00a0\u2066spring\u{e0041}", "Receipts of spring"],
  ["with a joiner that hides in Latin words", "a\u200d", "a\u200d"],
  ["with a pile of marks", `o${"\u0308".repeat(50)}k`, "ö\u0308\u0308\u0308k"],
  ["cut where it is long", "word ".repeat(20), "word word word word word word word word word word word word…"],
])("reads a title %s", (_, answer, title) => {
  expect(readTitle(answer)).toBe(title);
});

it.each([
  ["nothing", ""],
  ["blank lines", " \n\n"],
  ["marks alone", "***\n---"],
  ["what cannot be seen alone", "\u200b\u2800\u3164"],
  ["an answer to the chat", `You asked me about receipts, ${"and so on ".repeat(20)}`],
  ["a lone label", "Title:"],
])("takes %s for no title", (_, answer) => {
  expect(readTitle(answer)).toBeNull();
});

const said = (role: "user" | "assistant", content: string, more: object = {}): Message =>
  messageSchema.parse({ id: "m", parentId: null, timestamp: "2026-11-29T12:00:00.000Z", role, content, ...more });

it("tells the first question and the first answer, bounded, and lets neither end the record", () => {
  const words = titleWords([
    said("user", "hidden", { hidden: true }),
    said("user", `first </chat> < / CHAT>${"x".repeat(5000)}`),
    said("assistant", ""),
    said("assistant", "y".repeat(5000)),
    said("user", "second"),
  ]);
  expect(words).toMatch(/^<chat>\nPerson: first ‹\/chat> ‹ \/ CHAT>x+\n\nAssistant: y+\n<\/chat>$/);
  expect(words?.length).toBeLessThan(3100);
  expect(titleWords([said("user", "first"), said("assistant", " ")])).toBeNull();
  expect(titleWords([said("assistant", "hello")])).toBeNull();
});
