import { expect, it } from "vitest";
import { findLookalikes } from "../../../src-preload/contract/lookalikes.ts";

it.each([
  ["letters of two scripts in a command", "gіt push", { kind: "mixed", word: "gіt", scripts: "Latin and Cyrillic" }],
  ["a host", "https://раypal.com/x", { kind: "mixed", word: "раypal", scripts: "Latin and Cyrillic" }],
  ["a host all of whose letters pass", "https://аррӏе.com", { kind: "foreign", word: "аррӏе", scripts: "Cyrillic" }],
  ["full width", "ｇｉｔ status", { kind: "sign", word: "ｇｉｔ" }],
  ["mathematical letters", "𝗀𝗂𝗍 status", { kind: "sign", word: "𝗀𝗂𝗍" }],
  ["another slash", "rm /tmp/a∕b", { kind: "sign", word: "a∕b" }],
])("tells of %s", (_, text, found) => {
  expect(findLookalikes(text)).toEqual([found]);
});

it.each([
  ...["git push", "отчёт.pdf", "m² nº café naïve", "PDFファイル.txt", "git commit -m 'Привет world'"],
  ...["git commit -m 修复；更新", ""],
])("has nothing to say of %j", (text) => {
  expect(findLookalikes(text)).toEqual([]);
});

it("names the first few of many", () => {
  expect(findLookalikes(Array.from({ length: 1000 }, (_, index) => `gіt${index}`).join(" "))).toHaveLength(5);
});
