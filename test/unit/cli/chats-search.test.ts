import { expect, test } from "vitest";
import { readSearchCall } from "../../../src-main/cli/chats-search.ts";
import { foundLines } from "../../../src-main/cli/terminal/found-lines.ts";
import { messageIdSchema, sessionKeySchema } from "../../../src-preload/contract/ids.ts";
import type { FoundMessage } from "../../../src-preload/contract/message-search.ts";

const call = { kind: "search", chat: null, limit: 20, json: false };

test.each([
  [["rent"], { ...call, query: "rent" }],
  [["rent", "car"], { ...call, query: "rent car" }],
  [["the rent", "car", "--json"], { ...call, query: '"the rent" car', json: true }],
  [["-x", "--chat", "cli:1", "--limit", "3"], { ...call, query: "-x", chat: "cli:1", limit: 3 }],
])("%j is a search", async (args, value) => {
  expect(await readSearchCall(args)).toEqual({ ok: true, value });
});

test.each([
  [[], "Which words"],
  [[" "], "Which words"],
  [["a", "--limit", "0"], "0 is no number"],
  [["a", "--limit", "1e3"], "1e3 is no number"],
  [["a", "--limt", "3"], "--limit"],
  [["a", "--json", "b"], "b"],
])("%j is none", async (args, said) => {
  expect(await readSearchCall(args)).toMatchObject({ ok: false, error: expect.stringContaining(said) });
});

test("what was found says where it stands, and carries nothing to the terminal but words", () => {
  const hit: FoundMessage = {
    sessionKey: sessionKeySchema.parse("cli:1"),
    title: "A\u001b[31m title\n",
    archived: true,
    messageId: messageIdSchema.parse("m"),
    role: "assistant",
    date: 0,
    isActive: false,
    snippet: `the\u0007 rent ${"x".repeat(200)}`,
    marks: [],
  };
  const far = { ...hit, snippet: `${"word ".repeat(30)}rent due`, marks: [[150, 154]] as const };
  expect(foundLines([far], 0, 40)[1]).toBe("    … word rent due");
  const [about, said] = foundLines([hit], 3_600_000, 40);
  expect(about).toBe("A title · 1 h ago · Perch · archived · on another branch · cli:1");
  expect(said).toBe(`    the rent ${"x".repeat(26)}…`);
});
