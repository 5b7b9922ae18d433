import { expect, it } from "vitest";
import type { BudgetScope } from "../../../src-preload/contract/budget-error.ts";
import type { PerchEvent } from "../../../src-preload/contract/events.ts";
import { runIdSchema, sessionKeySchema } from "../../../src-preload/contract/ids.ts";
import { createBudgetWarnings, warningFor } from "../../../src-renderer/state/budget-warnings.ts";

const key = (name: string) => sessionKeySchema.parse(`desktop:${name}`);
const runId = runIdSchema.parse("r_1");
const now = Date.now();

function warned(scope: BudgetScope, chat: string, message = `${scope} of ${chat}`, time = now): PerchEvent {
  const budget = { scope, unit: "tokens", limit: 100, used: 90, share: 0.9, allowed: false } as const;
  return { topic: "usage", type: "budget-warning", sessionKey: key(chat), runId, budget, message, seq: 1, time };
}

function ended(chat: string): PerchEvent {
  const end = { reason: "answer", text: "", usage: null } as const;
  return { topic: "agent", type: "run-end", sessionKey: key(chat), runId, ...end, seq: 2, time: now };
}

it("tells each warning once, and shows the newest that concerns the chat", () => {
  const told: string[] = [];
  const made = createBudgetWarnings((message) => told.push(message));
  const shown = (chat: string) => warningFor(made.store.getState().warnings, key(chat), now)?.message ?? null;
  made.apply([warned("day", "a"), warned("chat", "a"), warned("run", "b")]);
  expect(told).toEqual(["day of a", "chat of a", "run of b"]);
  expect([shown("a"), shown("b"), shown("c")]).toEqual(["chat of a", "run of b", "day of a"]);
  made.apply([ended("a"), ended("b")]);
  expect([shown("a"), shown("b")]).toEqual(["chat of a", "day of a"]);
  made.apply([{ topic: "settings", type: "settings-changed", seq: 3, time: now }]);
  expect(shown("a")).toBe(null);
  expect(told).toHaveLength(3);
});

it("forgets the day with the day", () => {
  const made = createBudgetWarnings(() => undefined);
  made.apply([warned("day", "a", "yesterday", now - 25 * 60 * 60 * 1000)]);
  expect(warningFor(made.store.getState().warnings, key("a"), now)).toBe(null);
});
