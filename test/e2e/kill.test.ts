import { expect, it } from "vitest";
import { torture } from "../torture/torture.ts";

it("loses nothing that it acknowledged in 60 kills under load, and goes on each time", async () => {
  const lines: string[] = [];
  const seed = Date.now() % 1_000_000;
  const report = await torture({ kills: 60, seed, lanes: 2, say: (line) => lines.push(line) });
  expect(report.faults, lines.join("\n")).toEqual([]);
  expect(report.kills).toBe(60);
  expect(report.acknowledged).toBeGreaterThan(60);
});
