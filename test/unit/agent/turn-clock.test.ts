import { expect, test } from "vitest";
import { createTurnClock } from "../../../src-main/agent/turn-clock.ts";
import { createManualClock } from "../../support/manual-clock.ts";

function started(limitMs: number) {
  const time = createManualClock();
  let struck = 0;
  const clock = createTurnClock(time, limitMs, () => {
    struck += 1;
  });
  clock.start();
  return { time, clock, struck: () => struck };
}

test("a turn is over after its time, once", () => {
  const { time, clock, struck } = started(1000);
  time.advance(999);
  expect([struck(), clock.isOver]).toEqual([0, false]);
  time.advance(5000);
  expect([struck(), clock.isOver, time.pending]).toEqual([1, true, 0]);
});

test("the time in which a person is waited for does not count, however many waits there are at once", () => {
  const { time, clock, struck } = started(1000);
  time.advance(400);
  const [one, two] = [clock.wait(), clock.wait()];
  time.advance(1_000_000);
  one[Symbol.dispose]();
  one[Symbol.dispose]();
  time.advance(1_000_000);
  two[Symbol.dispose]();
  time.advance(599);
  expect(struck()).toBe(0);
  time.advance(1);
  expect(struck()).toBe(1);
});

test("a turn that has ended leaves no timer behind", () => {
  const { time, clock } = started(1000);
  clock[Symbol.dispose]();
  expect(time.pending).toBe(0);
});
