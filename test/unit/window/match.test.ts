import { describe, expect, it } from "vitest";
import { matchName } from "../../../src-renderer/ui/match.ts";

/* What was typed, found in names. */

const best = (typed: string, names: readonly string[]): readonly string[] =>
  names
    .map((name) => ({ name, score: matchName(name, typed)?.score ?? -1 }))
    .filter(({ score }) => score >= 0)
    .sort((a, b) => b.score - a.score)
    .map(({ name }) => name);

describe("a name", () => {
  it("comes before others where it begins with what was typed, then where a word of it does, then where it stands inside", () => {
    expect(best("plan", ["an explanation", "the plan", "planets"])).toEqual(["planets", "the plan", "an explanation"]);
  });

  it("that only has the letters comes behind every one that has the word", () => {
    expect(best("sum", ["Donaudampfschiffsunternehmung", "docs/summary.md"])).toEqual(["docs/summary.md"]);
    expect(best("nm", ["notes.md", "animal"])).toEqual(["notes.md"]);
    expect(best("xyz", ["notes.md"])).toEqual([]);
  });

  it("is found by every word that was typed, in any order", () => {
    expect(best("trip north", ["North trip", "North", "A trip"])).toEqual(["North trip"]);
  });

  it("is found in whichever normal form and case it is typed, and the shorter of two first", () => {
    expect(matchName("Re\u0301sume\u0301.md", "r\u00e9sum\u00e9")?.at).toEqual([0, 1, 3, 4, 5, 6]);
    expect(matchName("R\u00c9SUM\u00c9.md", "resume")?.at).toEqual([0, 1, 2, 3, 4, 5]);
    expect(best("notes", ["notes of a long year", "notes"])).toEqual(["notes", "notes of a long year"]);
  });

  it("tells which letters were meant, and fits as it is where nothing was typed", () => {
    expect(matchName("look at this", "at")?.at).toEqual([5, 6]);
    expect(matchName("anything", " ")).toEqual({ score: 0, at: [] });
  });

  it("of a hundred thousand letters is looked through at once", () => {
    expect(matchName("a".repeat(100_000), "b")).toBeNull();
    expect(matchName(`${"a".repeat(100_000)} b`, "b")).not.toBeNull();
  });
});
