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

type Given = Partial<TrimPlan> & Pick<TrimPlan, "start">;

function cost(items: readonly HistoryItem[], { start, shortened, left, carried }: Given): number {
  const costOf = (item: HistoryItem): number => {
    if (left?.has(item.id) === true) return 0;
    return shortened?.has(item.id) === true ? (item.shortTokens ?? item.tokens) : item.tokens;
  };
  const own = items.slice(start).reduce((sum, item) => sum + costOf(item), 0);
  const along = items.filter((item) => carried?.has(item.id)).reduce((sum, { skill }) => sum + (skill?.tokens ?? 0), 0);
  return own + along;
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
      carried: new Set(),
      lost: new Set(),
    });
  });

  it("shortens the oldest results first, and only as many as it needs", () => {
    const items = history(4, 2);
    const whole = cost(items, { start: 0 });
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
        });
        expect(plan.start).toBeLessThanOrEqual(current);
        expect(items[plan.start]?.role).toBe("user");
        if (least <= budget) expect(cost(items, plan)).toBeLessThanOrEqual(budget);
      }),
    );
  });
});

/** A turn that reads a skill first, and then the given number of files. */
function skillTurn(index: number, name: string, tokens: number, calls = 0): HistoryItem[] {
  const [user, ...rest] = turn(index, calls);
  if (user === undefined) return [];
  const skill = { key: name, tokens: tokens + 10 };
  return [
    user,
    { id: `sa${index}`, role: "assistant", tokens: 20, shortTokens: null },
    { id: `s${index}`, role: "tool", tokens, shortTokens: tokens < 150 ? null : 90, skill },
    ...rest,
  ];
}

describe("a skill that was read", () => {
  const plain = (from: number, count: number) =>
    Array.from({ length: count }, (_, index) => turn(from + index, 1)).flat();
  const limits = (items: readonly HistoryItem[], budget: number, window = 1000) => ({
    budget,
    window,
    current: currentOf(items),
  });

  it("goes along when its turn leaves, and stays where it was put", () => {
    let items = [...skillTurn(0, "report", 400), ...plain(1, 20)];
    let plan = planTrimming(items, limits(items, 4000), null);
    expect(plan.start).toBeGreaterThan(0);
    expect([...plan.carried]).toEqual(["s0"]);
    for (let step = 0; step < 30; step += 1) {
      const before = plan;
      items = [...items, ...turn(100 + step, 1)];
      // What the budget is changes a little from request to request.
      plan = planTrimming(items, limits(items, 4000 + (step % 5)), before);
      expect([...plan.carried]).toEqual(["s0"]);
    }
  });

  it("goes along also where the messages and not the tokens are too many", () => {
    const items = [...skillTurn(0, "report", 400), ...plain(1, 60)];
    expect(planTrimming(items, limits(items, 1_000_000, 100), null).carried).toEqual(new Set(["s0"]));
  });

  it("stays in the middle of a long turn while its older steps leave", () => {
    const items = skillTurn(0, "report", 400, 60);
    const plan = planTrimming(items, limits(items, 2500), null);
    expect(plan.left.size).toBeGreaterThan(10);
    expect(plan.left.has("s0")).toBe(true);
    expect(plan.carried).toEqual(new Set(["s0"]));
    expect(cost(items, plan)).toBeLessThanOrEqual(2500);
  });

  it("is sent once: as it was read last, where it was read last", () => {
    const twice = [...skillTurn(0, "report", 400), ...plain(1, 12), ...skillTurn(50, "report", 410), ...plain(60, 2)];
    expect(planTrimming(twice, limits(twice, 4000), null).carried.size).toBe(0);
    const later = [...twice, ...plain(70, 20)];
    expect([...planTrimming(later, limits(later, 4000), null).carried]).toEqual(["s50"]);
  });

  it("has to leave where it takes more than its share, the oldest first, and that is told", () => {
    const skills = ["a", "b", "c"].flatMap((name, index) => skillTurn(index, name, 450));
    const items = [...skills, ...plain(10, 20)];
    const plan = planTrimming(items, limits(items, 4000), null);
    expect([...plan.carried]).toEqual(["s1", "s2"]);
    expect([...plan.lost]).toEqual(["s0"]);
    const huge = [...skillTurn(0, "a", 1500), ...plain(10, 20)];
    expect(planTrimming(huge, limits(huge, 4000), null)).toMatchObject({ carried: new Set(), lost: new Set(["s0"]) });
  });

  it("has to leave where what was said last needs its room", () => {
    const [said, ...rest] = turn(99, 0);
    if (said === undefined) throw new Error("no turn");
    const items = [...skillTurn(0, "report", 400), ...plain(1, 5), { ...said, tokens: 3900 }, ...rest];
    const plan = planTrimming(items, { budget: 4000, window: 100, current: currentOf(items) }, null);
    expect(plan).toMatchObject({ carried: new Set(), lost: new Set(["s0"]) });
    expect(cost(items, plan)).toBeLessThanOrEqual(4000);
  });

  it("is shortened at last where the turn that reads it would not fit with it", () => {
    const items = skillTurn(0, "report", 5000).slice(0, 3);
    const plan = planTrimming(items, limits(items, 1000), null);
    expect(plan).toMatchObject({ shortened: new Set(["s0"]), lost: new Set(["s0"]) });
    expect(cost(items, plan)).toBeLessThanOrEqual(1000);
  });

  const someTurn = fc.record({
    calls: fc.nat(4),
    chars: fc.integer({ min: 0, max: 9000 }),
    skill: fc.option(fc.tuple(fc.constantFrom("a", "b", "c"), fc.integer({ min: 5, max: 3000 })), { nil: null }),
  });
  const someHistory = fc
    .array(someTurn, { minLength: 1, maxLength: 12 })
    .map((shape) =>
      shape.flatMap(({ calls, chars, skill }, index) =>
        skill === null ? turn(index, calls, chars) : skillTurn(index, ...skill, calls),
      ),
    );

  it("never pushes a request over its budget, whatever the history is", () => {
    fc.assert(
      fc.property(someHistory, fc.integer({ min: 50, max: 20_000 }), (items, budget) => {
        const current = currentOf(items);
        const plan = planTrimming(items, { budget, window: 50, current }, null);
        const shortened = new Set(items.filter((item) => item.shortTokens !== null).map((item) => item.id));
        if (cost(items, { start: current, shortened }) <= budget) expect(cost(items, plan)).toBeLessThanOrEqual(budget);
        const along = items.filter((item) => plan.carried.has(item.id));
        expect(along.reduce((sum, { skill }) => sum + (skill?.tokens ?? 0), 0)).toBeLessThanOrEqual(budget / 4);
      }),
    );
  });

  it("is sent whole, goes along or is told as lost, each skill once", () => {
    fc.assert(
      fc.property(someHistory, fc.integer({ min: 50, max: 20_000 }), (items, budget) => {
        const plan = planTrimming(items, { budget, window: 50, current: currentOf(items) }, null);
        const last = new Map(
          items.flatMap((item) => (item.skill === undefined ? [] : [[item.skill.key, item] as const])),
        );
        for (const item of last.values()) {
          const isOut = items.indexOf(item) < plan.start || plan.left.has(item.id);
          const isWhole = !isOut && !plan.shortened.has(item.id);
          expect([isWhole, plan.carried.has(item.id), plan.lost.has(item.id)].filter(Boolean)).toEqual([true]);
        }
        for (const id of plan.carried) expect([...last.values()].map((item) => item.id)).toContain(id);
      }),
    );
  });

  it("changes nothing of what was sent while nothing has to leave", () => {
    fc.assert(
      fc.property(someHistory, fc.integer({ min: 50, max: 20_000 }), fc.nat(200), (items, budget, more) => {
        const current = currentOf(items);
        const first = planTrimming(items, { budget, window: 50, current }, null);
        if (cost(items, first) > budget) return;
        expect(planTrimming(items, { budget: budget + more, window: 50, current }, first)).toEqual(first);
      }),
    );
  });
});
