import { expect, test } from "vitest";
import { rank } from "../../../src-renderer/features/palette/rank.ts";

test.each([
  ["notes", 1],
  ["OTES", 0.8],
  ["nts", 0.3],
  ["xyz", 0],
  [" ", 1],
])("%j is found in a name with rank %s", (search, expected) => {
  expect(rank("file", ["notes.md"], search)).toBe(expected);
});

test("a name is found in whichever normal form it is typed", () => {
  expect(rank("file", ["Re\u0301sume\u0301.md"], "r\u00e9sum\u00e9")).toBe(1);
  expect(rank("file", ["R\u00e9sum\u00e9.md"], "re\u0301sume\u0301")).toBe(1);
});
