import { expect, it } from "vitest";
import { createRandom } from "../torture/random.ts";
import { terminalsRound } from "../torture/terminals.ts";

/** By hand more of them: `PERCH_TERMINAL_ROUNDS=50 npm test -- terminals`. */
const rounds = Number(process.env["PERCH_TERMINAL_ROUNDS"] ?? 1);
const perRound = 60_000;

it.each([
  { owner: "lives", terminals: 12, kills: 0 },
  { owner: "is killed twice", terminals: 12, kills: 2 },
])(
  "answers each of twelve terminals that send to one chat at once, in their order, while the owner $owner",
  async ({ terminals, kills }) => {
    const seed = Date.now() % 1_000_000;
    const random = createRandom(seed);
    for (let round = 0; round < rounds; round += 1) {
      const report = await terminalsRound({ terminals, kills, random });
      expect(report.faults, `seed ${seed}, round ${round}`).toEqual([]);
      expect(report.kills).toBe(kills);
    }
  },
  perRound * rounds,
);
