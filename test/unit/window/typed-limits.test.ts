import { expect, it } from "vitest";
import { limitWords, typedLimit } from "../../../src-renderer/features/automations/typed-limits.ts";

/* What one run of a job may take, as it is typed. */

it.each([
  ["", null],
  ["18,000", 18_000],
  ["18 000", 18_000],
  ["999", undefined],
  ["1e9", undefined],
  ["2000.5", undefined],
  ["-2000", undefined],
  ["many", undefined],
])("takes %j for tokens as %j", (words, value) => {
  expect(typedLimit("maxTokens", words)).toBe(value);
});

it("takes and tells a time in minutes", () => {
  expect(["1.5", "1440", "1441", "0"].map((words) => typedLimit("maxDurationSeconds", words))).toEqual([
    90,
    86_400,
    undefined,
    undefined,
  ]);
  expect([90, 300, null].map((seconds) => limitWords("maxDurationSeconds", seconds))).toEqual(["1.5", "5", ""]);
});
