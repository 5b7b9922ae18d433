import { expect, it } from "vitest";
import { namedKey, nextKey } from "../../../src-renderer/ui/next-row.ts";

/* Where keys lead in a list with one stop of Tab. */

const keys = ["a", "b", "c"];
const names: Readonly<Record<string, string>> = { a: "Apples", b: "Éclair", c: "Avocado" };
const nameOf = (key: string): string => names[key] ?? "";

it.each([
  ["a", "ArrowDown", "b"],
  ["c", "ArrowDown", "c"],
  ["a", "ArrowUp", "a"],
  ["c", "Home", "a"],
  ["a", "End", "c"],
  [null, "ArrowDown", "a"],
  ["a", "Enter", null],
])("from %j %s leads to %j", (at, key, expected) => {
  expect(nextKey(keys, at, key)).toBe(expected);
});

it("leads nowhere in an empty list", () => {
  expect([nextKey([], null, "ArrowDown"), nextKey([], null, "End"), namedKey({ keys: [], nameOf }, null, "a")]).toEqual(
    [null, null, null],
  );
});

it("finds a name by its first letters, without case and accents, and by one letter again the next", () => {
  const named = (at: string, typed: string) => namedKey({ keys, nameOf }, at, typed);
  expect(named("a", "ec")).toBe("b");
  expect(named("a", "a")).toBe("c");
  expect(named("c", "a")).toBe("a");
  expect(named("a", "aaa")).toBe("c");
  expect(named("b", "avo")).toBe("c");
  expect(named("a", "x")).toBeNull();
});
