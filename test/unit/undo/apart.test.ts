import { describe, expect, it } from "vitest";
import { takeApart } from "../../../src-main/undo/apart.ts";
import { createRandom } from "../../torture/random.ts";

const lines = (...names: readonly string[]) => names.map((name) => `${name}\n`).join("");
const before = lines("a", "b", "c", "d", "e", "f", "g", "h");
const known = lines("a", "B", "c", "d", "e", "f", "G", "h");

describe("a change that somebody else wrote beside", () => {
  it("goes back where its places are apart from theirs, and leaves theirs", async () => {
    const now = lines("a", "B", "c", "d", "mine", "e", "f", "G", "h");
    expect(await takeApart(before, known, now)).toEqual({
      now: lines("a", "b", "c", "d", "mine", "e", "f", "g", "h"),
      known: before,
      taken: 2,
      stays: [],
    });
  });

  it("stays where they changed its lines or those right beside it, and tells the line", async () => {
    const now = lines("first", "a", "B", "c", "d", "e", "f", "G!", "h");
    expect(await takeApart(before, known, now)).toEqual({
      now: lines("first", "a", "b", "c", "d", "e", "f", "G!", "h"),
      known: lines("a", "b", "c", "d", "e", "f", "G", "h"),
      taken: 1,
      stays: [8],
    });
    const beside = lines("a", "B", "C", "d", "e", "f", "G!", "h");
    expect(await takeApart(before, known, beside)).toBe(null);
  });

  it("counts what they took back themselves as taken back", async () => {
    const now = lines("a", "b", "c", "d", "e", "f", "G", "h");
    expect(await takeApart(before, known, now)).toMatchObject({ now: before, known: before, taken: 1, stays: [] });
  });

  it.each([
    ["no end of the last line", "a\nb", "a\nB\nc", "mine\na\nB\nc"],
    ["an empty text", "", "x\n", "x\ny\n"],
    ["lines of one kind alone", lines("x", "x"), lines("x", "x", "x"), lines("x", "x", "x", "y")],
  ])("loses nothing of theirs with %s", async (_, old, left, now) => {
    const apart = await takeApart(old, left, now);
    const theirs = now.split("\n").filter((line) => !left.split("\n").includes(line));
    for (const line of theirs) expect((apart?.now ?? now).split("\n")).toContain(line);
  });

  it("keeps each line that they wrote, whatever was changed where", async () => {
    const random = createRandom(7);
    const pick = random.below;
    for (let round = 0; round < 300; round++) {
      const old = Array.from({ length: 3 + pick(20) }, () => `${pick(4)}\n`);
      const left = old.flatMap((line, at) => (pick(5) === 0 ? [`perch ${at}\n`] : pick(9) === 0 ? [] : [line]));
      const now = left.flatMap((line, at) => (pick(6) === 0 ? [line, `mine ${at}\n`] : [line]));
      const apart = await takeApart(old.join(""), left.join(""), now.join(""));
      if (apart === null) continue;
      const mine = (text: string) => text.split("\n").filter((line) => line.startsWith("mine"));
      expect(mine(apart.now)).toEqual(mine(now.join("")));
      if (apart.stays.length === 0) expect(apart.known).toBe(old.join(""));
    }
  });

  it("is not compared where the texts differ too much", async () => {
    const many = (name: string) => Array.from({ length: 6000 }, (_, at) => `${name} ${at}\n`).join("");
    expect(await takeApart(many("a"), many("b"), many("c"))).toBe(null);
  });
});
