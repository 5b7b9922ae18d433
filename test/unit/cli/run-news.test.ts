import { expect, it } from "vitest";
import { createStepPrinter, isNews } from "../../../src-main/cli/step-printer.ts";
import type { PerchEvent } from "../../../src-preload/contract/events.ts";
import { runIdSchema, sessionKeySchema } from "../../../src-preload/contract/ids.ts";

const topic = "agent";
const at = { sessionKey: sessionKeySchema.parse("cli:direct"), runId: runIdSchema.parse("run"), seq: 1, time: 0 };
const reason = { code: "quota", message: "No balance." };
const switched: PerchEvent = { topic, ...at, type: "model-switched", from: "first", to: "second", reason };
const retryAfter = (delayMs: number): PerchEvent => ({
  topic,
  ...at,
  type: "retry-start",
  attempt: 2,
  delayMs,
  message: "Busy.",
});

function linesOf(event: PerchEvent): readonly string[] {
  const lines: string[] = [];
  createStepPrinter((line) => lines.push(line)).event(event);
  return lines;
}

it("tells a switch to another model with its reason", () => {
  expect(linesOf(switched)).toEqual(["first failed: No balance. Asking second instead."]);
});

it("tells how long it waits before it tries again, also where that is no time at all", () => {
  expect(linesOf(retryAfter(4200))).toEqual(["The model did not answer (Busy.); try 2 in 5 s"]);
  expect(linesOf(retryAfter(0))).toEqual(["The model did not answer (Busy.); try 2 in 0 s"]);
});

it("is news to whoever does not watch when another model answers or the wait is long", () => {
  expect([switched, retryAfter(0), retryAfter(5000), retryAfter(5001)].map(isNews)).toEqual([true, false, false, true]);
});
