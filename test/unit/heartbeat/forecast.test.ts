import { expect, it } from "vitest";
import { forecastOf } from "../../../src-main/heartbeat/forecast.ts";
import { settingsSchema } from "../../../src-preload/contract/settings.ts";

const { heartbeat: settings } = settingsSchema.parse({});
const price = { input: 1, output: 2 } as never;
const beat = (cost: number | null) => ({ tokens: 1000, cost }) as never;
const moneyOf = (costs: readonly (number | null)[], of: typeof price | null = null) =>
  forecastOf({ settings, beats: costs.map(beat), itemChars: 0, price: of }).money;

it("is no sum of money where the price is not known: not one of nothing either", () => {
  expect(moneyOf([])).toBeNull();
  expect(moneyOf([null, null])).toBeNull();
  expect(moneyOf([0, 0])).toBeNull();
  expect(moneyOf([0, 0.01])).toBeGreaterThan(0);
});

it("is nothing for a model that is free, and reckoned by the price where no beat tells", () => {
  expect(moneyOf([0, 0], price)).toBe(0);
  expect(moneyOf([0], { input: 0, output: 0 } as never)).toBe(0);
  expect(moneyOf([null], price)).toBeGreaterThan(0);
});
