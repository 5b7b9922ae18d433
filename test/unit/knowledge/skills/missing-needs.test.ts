import { expect, it } from "vitest";
import { createMissingNeeds } from "../../../../src-main/knowledge/skills/missing-needs.ts";

it("names programs and variables that are not there, and looks for each once in a while", async () => {
  const asked: string[] = [];
  let now = 0;
  const missing = createMissingNeeds({
    clock: { now: () => now },
    hasProgram: async (name) => {
      asked.push(name);
      return name === "git";
    },
    hasVariable: (name) => name === "SET",
  });
  const needs = { programs: ["git", "gh"], anyProgram: ["a", "b"], variables: ["SET", "TOKEN"] };
  expect(await missing(needs)).toEqual(["gh", "a or b", "$TOKEN"]);
  expect(await missing({ programs: [], anyProgram: ["gh", "git"], variables: [] })).toEqual([]);
  expect(asked).toEqual(["git", "gh", "a", "b"]);
  now = 31_000;
  await missing(needs);
  expect(asked).toHaveLength(8);
});
