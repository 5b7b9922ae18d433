import { expect, it } from "vitest";
import { playTree } from "../../support/subagents/play-tree.ts";

const trees = Number(process.env["PERCH_TREES"] ?? 20);
const first = Number(process.env["PERCH_SEED"] ?? 1);

it(`tells each of ${trees} trees of sub-agents once, whatever is stopped or killed`, {
  timeout: 1_200_000,
}, async () => {
  const plays = [];
  for (let seed = first; seed < first + trees; seed += 1) {
    plays.push(await playTree(seed));
  }
  expect(plays.flatMap(({ faults }) => faults)).toEqual([]);
  expect(new Set(plays.map(({ trouble }) => trouble)).size).toBe(4);
});
