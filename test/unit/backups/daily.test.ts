import { beforeEach, describe, expect, it } from "vitest";
import { createDailyBackup, type DailyBackup } from "../../../src-main/backups/daily.ts";
import type { BackupRow } from "../../../src-preload/contract/backups.ts";
import { type ContractError, contractError } from "../../../src-preload/contract/errors.ts";
import { fail, ok, type Result } from "../../../src-preload/contract/result.ts";
import { createManualClock, type ManualClock } from "../../support/manual-clock.ts";

/* A backup a day at most, where something was changed. */

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

let clock: ManualClock;
let daily: DailyBackup;
let isOn: boolean;
let isChanged: boolean;
let newest: number | null;
let answer: Result<BackupRow, ContractError> | null;
let made: number[];
let told: (ContractError | null)[];

const row = { id: "a" } as BackupRow;

beforeEach(() => {
  clock = createManualClock();
  [isOn, isChanged, newest, answer, made, told] = [true, true, null, null, [], []];
  daily = createDailyBackup({
    clock,
    log: () => undefined,
    isOn: async () => isOn,
    newest: async () => newest,
    isChanged: async () => ok(isChanged),
    async make() {
      made.push(clock.now());
      const result = answer ?? ok(row);
      if (result.ok) newest = clock.now();
      return result;
    },
    onProblem: (problem) => void told.push(problem),
  });
  daily.start();
});

/** In small steps, so that what is awaited between timers has its turn. */
async function pass(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 30 * minute) {
    clock.advance(Math.min(30 * minute, ms - passed));
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  }
}

describe("the daily backup", () => {
  it("is made some minutes after the start, then once a day", async () => {
    await pass(4 * minute);
    expect(made).toHaveLength(0);
    await pass(2 * minute);
    expect(made).toHaveLength(1);
    await pass(3 * day);
    expect(made).toHaveLength(4);
  });

  it("waits until something was changed", async () => {
    isChanged = false;
    await pass(3 * day);
    expect(made).toHaveLength(0);
    isChanged = true;
    await pass(hour);
    expect(made).toHaveLength(1);
  });

  it("is not made while it is switched off, nor within a day of another one", async () => {
    isOn = false;
    await pass(2 * day);
    expect(made).toHaveLength(0);
    isOn = true;
    newest = clock.now();
    await pass(23 * hour);
    expect(made).toHaveLength(0);
    await pass(2 * hour);
    expect(made).toHaveLength(1);
  });

  it("is made although the newest one is of the future: the clock was put back", async () => {
    newest = clock.now() + 300 * day;
    await pass(hour);
    expect(made).toHaveLength(1);
  });

  it("tells a failure once, and that it is over", async () => {
    answer = fail(contractError("disk-full", "The disk is full."));
    await pass(5 * hour);
    expect(made.length).toBeGreaterThan(2);
    expect(told).toEqual([answer.error]);
    expect(daily.problem).toBe("The disk is full.");
    answer = null;
    await pass(2 * hour);
    expect(told.at(-1)).toBeNull();
    expect(daily.problem).toBeNull();
  });

  it("says nothing where the person stopped it or makes one at that moment", async () => {
    answer = fail(contractError("busy", "busy"));
    await pass(3 * hour);
    answer = fail(contractError("cancelled", "stopped"));
    await pass(3 * hour);
    expect(told).toEqual([]);
  });

  it("is looked at after a sleep, and sets no timer after its end", async () => {
    newest = clock.now() - 20 * hour;
    await pass(10 * minute);
    expect(made).toHaveLength(0);
    newest -= 10 * hour;
    daily.wake();
    await pass(6 * minute);
    expect(made).toHaveLength(1);
    daily[Symbol.dispose]();
    expect(clock.pending).toBe(0);
  });
});
