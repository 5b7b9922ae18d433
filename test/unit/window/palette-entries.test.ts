import { expect, it } from "vitest";
import { type Entry, type EntryKind, sectionsFor } from "../../../src-renderer/features/palette/entries.ts";

/* What the palette shows for what is typed. */

const entry = (kind: EntryKind, label: string): Entry => ({
  id: `${kind} ${label}`,
  kind,
  label,
  detail: "",
  side: "",
  keys: "",
  run: () => undefined,
});
const chats = Array.from({ length: 200 }, (_, index) => entry("chat", `Chat ${index}`));
const entries = [
  ...chats,
  entry("chat", "Donaudampfschiffsunternehmung"),
  entry("here", "Archive"),
  entry("here", "Rename"),
  entry("go", "Settings"),
  entry("window", "Theme: Dark"),
  entry("file", "docs/summary.md"),
  entry("model", "openai/gpt"),
  entry("server", "files"),
];
const signs = [entry("sign", "A chat by its name")];
const shown = (query: string) =>
  sectionsFor(query, entries, signs).map((section) => [section.title, ...section.entries.map(({ label }) => label)]);

it("begins with the chats that were used last, what can be done here, and the pages", () => {
  expect(shown("")).toEqual([
    ["palette.recent", "Chat 0", "Chat 1", "Chat 2", "Chat 3", "Chat 4"],
    ["palette.here", "Archive", "Rename"],
    ["palette.go", "Settings"],
  ]);
});

it("ranks everything together: a file before a chat that only has its letters", () => {
  expect(shown("sum")).toEqual([[null, "docs/summary.md"]]);
  expect(shown("re")[0]?.[1]).toBe("Rename");
});

it("finds every command, and tells only what is meant where a sign says so", () => {
  expect(shown(">theme")).toEqual([[null, "Theme: Dark"]]);
  expect(shown("#archive")).toEqual([]);
  expect(shown("@")).toEqual([[null, "docs/summary.md"]]);
  expect(shown(">")[0]).toContain("Theme: Dark");
});

it("says what may be typed, and shows no more rows than can be read", () => {
  expect(shown("?")).toEqual([["palette.help", "A chat by its name"]]);
  expect(shown("chat")[0]?.length).toBeLessThanOrEqual(61);
});
