import { expect, it } from "vitest";
import { newsOf } from "../../../src-main/cli/run-news.ts";
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

it("tells a switch to another model with its reason", () => {
  expect(newsOf(switched)).toBe("first failed: No balance. Asking second instead.");
});

it("tells a long wait before the model is asked again, and no short one", () => {
  expect(newsOf(retryAfter(5001))).toBe("The model did not answer (Busy.); try 2 in 6 s");
  expect([0, 5000].map(retryAfter).map(newsOf)).toEqual([null, null]);
});
