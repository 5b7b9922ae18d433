import { describe, expect, it } from "vitest";
import { simulateDays } from "../../support/automations/simulated-days.ts";

const days = Number(process.env["PERCH_DAYS"] ?? 20);

describe("jobs in days with sleep, kills and clocks that are set wrong", () => {
  // The clocks of Paris and Sydney change in the one, those of Paris and New York in the other.
  it.each([
    [1, "2027-03-20T00:00:00Z"],
    [2, "2027-10-20T00:00:00Z"],
  ])("are run once or not at all, and every time is told (%i)", { timeout: 1_200_000 }, async (seed, start) => {
    const { lines, restarts, faults } = await simulateDays({ seed, days, start: Date.parse(start) });
    expect(faults).toEqual([]);
    const kinds = new Set(lines.map((line) => (line.kind === "begun" ? line.trigger : line.kind)));
    expect([...kinds].toSorted()).toEqual([
      "asked",
      "ended",
      "late",
      "missed",
      "read",
      "rested",
      "schedule",
      "skipped",
    ]);
    expect(restarts).toBeGreaterThan(days / 20);
  });
});
