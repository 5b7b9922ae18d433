import { expect, it } from "vitest";
import { playUndo } from "../../support/undo-runs.ts";

const plays = 16;

/** 500 of them are played by `npm run torture`. */
it("whatever was done beside a second writer, a revert brings back what was theirs, and a revert of it what was done", async () => {
  for (let seed = 1; seed <= plays; seed += 1) expect(await playUndo(seed)).toEqual([]);
});
