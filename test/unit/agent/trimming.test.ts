import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type HistoryItem, planTrimming, type TrimPlan } from "../../../src-main/agent/trimming.ts";

function turn(index: number, calls: number, chars = 2000): HistoryItem[] {
  const results = Array.from({ length: calls }, (_, call): HistoryItem[] => [
    { id: `a${index}.${call}`, role: "assistant", tokens: 20, shortTokens: null },
    { id: `t${index}.${call}`, role: "tool", tokens: Math.ceil(chars / 3.5), shortTokens: chars < 500 ? null : 90 },
  ]);
  return [
    { id: `u${index}`, role: "user", tokens: 10, shortTokens: null },
    ...results.flat(),
    { id: `z${index}`, role: "assistant", tokens: 50, shortTokens: null },
  ];
}

function cost(items: readonly HistoryItem[], plan: TrimPlan): number {
  return items
    .slice(plan.start)
    .reduce((sum, item) => sum + (plan.shortened.has(item.id) ? (item.shortTokens ?? item.tokens) : item.tokens), 0);
}

const history = (turns: number, calls: number) =>
  Array.from({ length: turns }, (_, index) => turn(index, calls)).flat();
const currentOf = (items: readonly HistoryItem[]) => items.findLastIndex((item) => item.role === "user");

describe("trimming the history", () => {
  it("changes nothing while it fits", () => {
    const items = history(4, 2);
    expect(planTrimming(items, { budget: 1_000_000, window: 100, current: currentOf(items) }, null)).toEqual({
      shortened: new Set(),
      start: 0,
      left: new Set(),
    });
  });

  it("shortens the oldest results first, and only as many as it needs", () => {
    const items = history(4, 2);
    const whole = cost(items, { shortened: new Set(), start: 0, left: new Set() });
    const plan = planTrimming(items, { budget: whole - 100, window: 100, current: currentOf(items) }, null);
    expect(plan.start).toBe(0);
    expect([...plan.shortened]).toEqual(["t0.0", "t0.1"]);
  });

  it("keeps the same results shortened while more is added", () => {
    const items = history(4, 2);
    const limits = { budget: 3000, window: 100, current: currentOf(items) };
    const first = planTrimming(items, limits, null);
    const second = planTrimming([...items, ...turn(9, 0)], limits, first);
    for (const id of first.shortened) expect(second.shortened.has(id)).toBe(true);
    expect(second.start).toBeGreaterThanOrEqual(first.start);
  });

  it("lets whole turns leave in a chunk, at a user message, and never the current one", () => {
    const items = history(30, 0);
    const current = currentOf(items);
    const plan = planTrimming(items, { budget: 600, window: 1000, current }, null);
    expect(items[plan.start]?.role).toBe("user");
    expect(cost(items, plan)).toBeLessThanOrEqual(600 * 0.85);
    const tiny = planTrimming(items, { budget: 1, window: 1000, current }, null);
    expect(tiny.start).toBe(current);
  });

  it("does not move for each message once the window of messages is full", () => {
    let items = history(60, 0);
    let plan: TrimPlan | null = null;
    const starts = new Set<number>();
    for (let step = 0; step < 20; step += 1) {
      plan = planTrimming(items, { budget: 1_000_000, window: 100, current: currentOf(items) }, plan);
      starts.add(plan.start);
      items = [...items, ...turn(100 + step, 0)];
    }
    expect(starts.size).toBeLessThanOrEqual(2);
  });

  it("holds for any history: within the budget when that can be, starting at a user message", () => {
    const turns = fc.array(fc.tuple(fc.nat(4), fc.integer({ min: 0, max: 9000 })), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(turns, fc.integer({ min: 50, max: 20_000 }), (shape, budget) => {
        const items = shape.flatMap(([calls, chars], index) => turn(index, calls, chars));
        const current = currentOf(items);
        const plan = planTrimming(items, { budget, window: 50, current }, null);
        const least = cost(items, {
          start: current,
          shortened: new Set(items.filter((item) => item.shortTokens !== null).map((item) => item.id)),
          left: new Set(),
        });
        expect(plan.start).toBeLessThanOrEqual(current);
        expect(items[plan.start]?.role).toBe("user");
        if (least <= budget) expect(cost(items, plan)).toBeLessThanOrEqual(budget);
      }),
    );
  });
});
