import { expect, it } from "vitest";
import { commandAt, commandsFor, mentionAt } from "../../../src-renderer/state/mention.ts";

/* The word at the caret that can be completed. */

it.each([
  ["look at @no", 11, { start: 8, query: "no" }],
  ["@", 1, { start: 0, query: "" }],
  ["mail me@example.org", 19, null],
  ["@one two", 8, null],
  ["@one two", 4, { start: 0, query: "one" }],
])("in %j at %d a file is %j", (words, caret, expected) => {
  expect(mentionAt(words, caret)).toEqual(expected);
});

it.each([
  ["/", 1, ""],
  ["/St", 3, "st"],
  ["/stop", 5, null],
  ["/st", 1, null],
  ["/etc/hosts", 10, null],
  [" /st", 4, null],
])("in %j at %d a command is %j", (words, caret, query) => {
  expect(commandAt(words, caret)?.query ?? null).toBe(query);
});

it("knows the commands that begin so", () => {
  expect(commandsFor("st")).toEqual(["stop", "status"]);
  expect(commandsFor("x")).toEqual([]);
});
