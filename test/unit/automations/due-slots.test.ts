import { describe, expect, it } from "vitest";
import { dueSlots, mostMissed } from "../../../src-main/automations/due-slots.ts";
import type { Job } from "../../../src-preload/contract/automations.ts";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const start = Date.parse("2026-11-02T00:00:00Z");
const hourly = { kind: "every", minutes: 60, from: new Date(start).toISOString() } as const;

function due(after: number, now: number, rule: Job["missed"] = "catch-up", begun: readonly number[] = []) {
  const slots = dueSlots({ schedule: hourly, missed: rule }, { after: start + after, now: start + now }, (slot) =>
    begun.includes(slot - start),
  );
  const back = (slot: number | null) => (slot === null ? null : slot - start);
  const missed = slots.missed === null ? null : [back(slots.missed.first), back(slots.missed.last), slots.missed.count];
  return { ...slots, run: back(slots.run), ask: back(slots.ask), missed };
}

describe("what is due", () => {
  it("is nothing before its time, and nothing twice", () => {
    expect(due(0, hour - 1)).toMatchObject({ run: null, ask: null, missed: null });
    expect(due(hour, 2 * hour - 1)).toMatchObject({ run: null, missed: null });
    expect(due(0, hour, "catch-up", [hour])).toMatchObject({ run: null, missed: null });
  });

  it("is run in time, and also a little late whatever the rule is", () => {
    for (const rule of ["catch-up", "skip", "ask"] as const) {
      expect(due(0, hour, rule)).toMatchObject({ run: hour, isLate: false, missed: null });
      expect(due(0, hour + 5 * minute, rule)).toMatchObject({ run: hour, isLate: false });
    }
  });

  it("is run once for all that was slept through, and the others are told", () => {
    expect(due(0, 3 * hour + 20 * minute)).toMatchObject({ run: 3 * hour, isLate: true, missed: [hour, 2 * hour, 2] });
    expect(due(0, 3 * hour)).toMatchObject({ run: 3 * hour, isLate: false, missed: [hour, 2 * hour, 2] });
  });

  it("is left or asked about where the rule says so", () => {
    expect(due(0, 3 * hour + 20 * minute, "skip")).toMatchObject({ run: null, ask: null, missed: [hour, 3 * hour, 3] });
    expect(due(0, 3 * hour + 20 * minute, "ask")).toMatchObject({
      run: null,
      ask: 3 * hour,
      missed: [hour, 2 * hour, 2],
    });
  });

  it("is not caught up after a week", () => {
    const once = { kind: "at", at: new Date(start + hour).toISOString() } as const;
    const look = (now: number) =>
      dueSlots({ schedule: once, missed: "catch-up" }, { after: start, now: start + now }, () => false);
    expect(look(7 * day + hour)).toMatchObject({ run: start + hour, isLate: true });
    expect(look(7 * day + hour + 1)).toMatchObject({ run: null, ask: null, missed: { first: start + hour, count: 1 } });
  });

  it("finds the last of very many at once", () => {
    const slots = due(0, 5 * 365 * day + 30 * minute);
    expect(slots).toMatchObject({ run: 5 * 365 * day, missed: [hour, 5 * 365 * day - hour, mostMissed] });
  });

  it("goes on from the slots that were not run yet, after the clock was put back", () => {
    expect(due(hour, 3 * hour, "catch-up", [2 * hour])).toMatchObject({ run: 3 * hour, missed: null });
    expect(due(hour, 2 * hour + minute, "catch-up", [2 * hour])).toMatchObject({ run: null, missed: null });
  });
});
