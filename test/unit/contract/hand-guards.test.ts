import { describe, expect, it } from "vitest";
import { budgetScopeOf } from "../../../src-preload/contract/budget-error.ts";
import { sessionKeySchema } from "../../../src-preload/contract/ids.ts";
import { challengeOf, isWelcome } from "../../../src-preload/contract/page-proof.ts";
import { readServerFrame } from "../../../src-preload/contract/server-frame.ts";
import { isSessionKey } from "../../../src-preload/contract/session-key.ts";

/* What a page reads without a schema. */

const noRecords = [null, undefined, 1, "x", true, [], [1], {}];

describe("a frame of a server", () => {
  it.each([
    { id: 1, ok: true, value: null },
    { id: null, ok: false, error: { code: "not-found", message: "gone" } },
    { id: 2, ok: false, error: { code: "conflict", message: "other", data: { version: 1 } } },
    { event: { type: "run-start", seq: 1 } },
  ])("is read as it is: %j", (frame) => {
    expect(readServerFrame(frame)).toEqual(frame);
  });

  it.each([
    ...noRecords,
    { id: 1.5, ok: true },
    { id: "1", ok: true },
    { id: 1, ok: "yes" },
    { id: 1, ok: false, error: { code: "unheard-of", message: "x" } },
    { id: 1, ok: false, error: { code: "conflict" } },
    { id: 1, ok: false, error: { code: "conflict", message: "x", data: [] } },
    { event: "run-start" },
    { event: { type: 1 } },
  ])("is none: %j", (frame) => {
    expect(readServerFrame(frame)).toBeNull();
  });
});

it("of a chat's key says what the schema says", () => {
  const long = `cli:${"x".repeat(196)}`;
  for (const key of [
    "cli:direct",
    "cron:news:r_1",
    "cli:ä b",
    long,
    `${long}x`,
    "cli:",
    "Cli:x",
    "x",
    "cli:a\nb",
    7,
    null,
  ]) {
    expect(isSessionKey(key), String(key)).toBe(sessionKeySchema.safeParse(key).success);
  }
});

it("of a challenge and a welcome takes nothing else", () => {
  expect(challengeOf({ challenge: "c" })).toBe("c");
  for (const frame of [...noRecords, { challenge: "" }, { challenge: "c".repeat(201) }, { challenge: 1 }]) {
    expect(challengeOf(frame)).toBeNull();
    expect(isWelcome(frame)).toBe(false);
  }
  expect(isWelcome({ welcome: true })).toBe(true);
  expect(isWelcome({ welcome: "true" })).toBe(false);
});

it("of an error tells the limit that stopped a run", () => {
  expect(budgetScopeOf({ code: "budget", scope: "day", more: 1 })).toBe("day");
  for (const error of [
    ...noRecords,
    { code: "budget" },
    { code: "budget", scope: "week" },
    { code: "auth", scope: "day" },
  ]) {
    expect(budgetScopeOf(error)).toBeNull();
  }
});
