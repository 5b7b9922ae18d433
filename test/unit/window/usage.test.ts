import { describe, expect, it } from "vitest";
import { dollarsText, mostDollarsText, usedText } from "../../../src-preload/contract/dollars.ts";
import { settingsSchema } from "../../../src-preload/contract/settings.ts";
import { patchOf, problemOf, readNumber, wordsOf } from "../../../src-renderer/features/usage/limit-words.ts";
import { scaleStep, seriesOf, tokensOfSeries } from "../../../src-renderer/features/usage/series.ts";
import { dayKey, daysOf, forecast, periodOf } from "../../../src-renderer/state/period.ts";
import { percent, price, tokenCount, windowSize } from "../../../src-renderer/ui/amounts.ts";

describe("a period", () => {
  const sunday = new Date(2026, 10, 29, 23, 30).getTime();

  it("is the day, the week from Monday or the month around a moment", () => {
    const days = (kind: "day" | "week" | "month", back = 0) => daysOf(periodOf(kind, sunday, back));
    expect(days("day")).toEqual(["2026-11-29"]);
    expect(days("day", 29)).toEqual(["2026-10-31"]);
    expect(days("week")).toEqual([23, 24, 25, 26, 27, 28, 29].map((day) => `2026-11-${day}`));
    expect(days("month")).toHaveLength(30);
    expect(days("month", 9)).toHaveLength(28);
    expect(days("month", 12)[0]).toBe("2025-11-01");
  });

  it("has every day once, also where the clock is put forward or back", () => {
    for (const month of [2, 9]) {
      const days = daysOf(periodOf("month", new Date(2026, month, 15).getTime()));
      expect(new Set(days).size).toBe(31);
      expect(days.at(-1)).toBe(dayKey(new Date(2026, month, 31).getTime()));
    }
  });

  it("foretells its end only inside it, and not at its beginning", () => {
    const at = (now: number) => forecast(4, { from: 0, to: 100, now, leastShare: 0.1 });
    expect([at(5), at(50), at(100), at(120)]).toEqual([null, 8, null, null]);
  });
});

describe("amounts", () => {
  it("are short and never say less than they are", () => {
    expect([0, 950, 1499, 17_600, 999_499, 999_500, 1_514_000, 3_800_000].map(tokenCount)).toEqual([
      ...["0", "950", "1k", "18k", "999k", "1M", "1.51M", "3.8M"],
    ]);
    expect([0, 0.00002, 0.0001, 0.00424, 0.0096, 0.00999, 0.01, 4.123].map(dollarsText)).toEqual([
      ...["$0.00", "< $0.0001", "$0.0001", "$0.0042", "$0.0096", "$0.01", "$0.01", "$4.12"],
    ]);
    expect([0.25, 2, 0.175, 0.0028].map(price)).toEqual(["$0.25", "$2.00", "$0.175", "$0.0028"]);
    expect([0, 0.614, 0.999, 1, 1.234].map(percent)).toEqual(["0 %", "61 %", "99 %", "100 %", "123 %"]);
  });

  it("tell what was used from its limit", () => {
    expect([0, 0.00001, 0.0099, 0.01, 0.041, 4.123].map(mostDollarsText)).toEqual([
      ...["$0.00", "< $0.01", "< $0.01", "≤ $0.01", "≤ $0.05", "≤ $4.13"],
    ]);
    expect([usedText(0.0238, 0.02), usedText(0.019, 0.02), usedText(0.02, 0.02), usedText(1.5, 2)]).toEqual([
      ...["$0.0238", "$0.0190", "$0.02", "$1.50"],
    ]);
  });

  it("name a window as its makers do", () => {
    expect([8192, 32_768, 131_072, 1_048_576, 200_000, 128_000, 1_047_576].map(windowSize)).toEqual([
      ...["8k", "32k", "128k", "1M", "200k", "128k", "1.05M"],
    ]);
  });
});

describe("limits as they are typed", () => {
  const none = wordsOf(settingsSchema.parse({}).budgets);

  it("are read the way people write numbers", () => {
    const typed = ["1,000", "200k", "1.5M", "$2.50", " 10 ", "", "many", "-3", "1e9"];
    expect(typed.map(readNumber)).toEqual([1000, 200_000, 1_500_000, 2.5, 10, null, null, null, null]);
  });

  it("are read with a comma for the decimal sign where it can be nothing else", () => {
    const typed = ["0,50", "1,5", "2,75", "0,125", "1.000,5", "1.234.567,89", "1 000,5", "1,000.5", ".5", "1 000 000"];
    expect(typed.map(readNumber)).toEqual([0.5, 1.5, 2.75, 0.125, 1000.5, 1234567.89, 1000.5, 1000.5, 0.5, 1_000_000]);
    expect(problemOf("day.money", { ...none, "day.money": "0,50" })).toBe(null);
  });

  it("are none where nothing stands, and say what is wrong", () => {
    expect(["1,0000", "1,00,0", "1.000.5", "1,5,5", ",", "1,000.", "0,"].map(readNumber)).toEqual(Array(7).fill(null));
    expect(problemOf("day.tokens", { ...none, "day.tokens": "200.000" })).not.toBe(null);
    expect(problemOf("day.money", { ...none, "day.money": "1.000" })).not.toBe(null);
    expect(problemOf("day.tokens", none)).toBe(null);
    expect(problemOf("day.tokens", { ...none, "day.tokens": "1.5" })).toContain("whole number");
    expect(problemOf("day.money", { ...none, "day.money": "0" })).toContain("above 0");
    expect(problemOf("warnAt", { ...none, warnAt: "" })).toContain("1 to 100");
    expect(settingsSchema.parse(patchOf({ ...none, "day.money": "2.50", "run.tokens": "200k" })).budgets).toMatchObject(
      {
        day: { money: 2.5, tokens: null },
        run: { money: null, tokens: 200_000 },
        warnAt: 0.8,
      },
    );
  });
});

describe("the series of a chart", () => {
  const day = (tokens: Readonly<Record<string, number>>) => ({ day: "2026-11-28", tokens, cost: 0 });
  const row = (name: string, kind: "hosted" | "local") => ({
    name,
    kind,
    title: name.toUpperCase(),
    apiBase: null,
    key: { kind: "none" } as const,
    keyVariable: null,
    extraHeaders: {},
    isSetUp: true,
    state: "ready" as const,
    message: "",
  });

  it("go from the largest to what is on this computer, and lose no token", () => {
    const used = day({ a: 5, b: 50, c: 20, d: 1, ollama: 400 });
    const series = seriesOf([used], [row("b", "hosted"), row("ollama", "local")]);
    expect(series.map(({ label, tone }) => [label, tone])).toEqual([
      ...[
        ["B", 1],
        ["c", 2],
        ["Others", 3],
        ["OLLAMA, local", 4],
      ],
    ]);
    expect(series.reduce((sum, one) => sum + tokensOfSeries(one, used), 0)).toBe(476);
  });

  it("have three round lines above them at most", () => {
    for (const most of [1, 7, 999, 258_000, 300_000, 4_000_001]) {
      expect(scaleStep(most) * 3).toBeGreaterThanOrEqual(most);
      expect(scaleStep(most)).toBeLessThanOrEqual(Math.max(1, most));
    }
  });
});
