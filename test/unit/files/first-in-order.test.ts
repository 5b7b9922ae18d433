import { expect, it } from "vitest";
import { firstInOrder } from "../../../src-main/files/first-in-order.ts";

it("finds the first of 100,000 in order, and lets others have their turn again and again", async () => {
  let compared = 0;
  let pauses = 0;
  const count = 100_000;
  const numbers = Array.from({ length: count }, (_, index) => (index * 7919) % count);
  const compare = (a: number, b: number): number => {
    compared += 1;
    return a - b;
  };
  const first = await firstInOrder(numbers, 2000, compare, async () => {
    pauses += 1;
  });
  expect(first).toEqual(Array.from({ length: 2000 }, (_, index) => index));
  expect(pauses).toBe(99);
  // All of them in order would take 1.7 million.
  expect(compared).toBeLessThan(600_000);
});

it.each([0, 1, 5, 20])("of few it gives all there are, for %s", async (count) => {
  const found = await firstInOrder(
    [3, 1, 2],
    count,
    (a, b) => a - b,
    async () => undefined,
  );
  expect(found).toEqual([1, 2, 3].slice(0, count));
});
