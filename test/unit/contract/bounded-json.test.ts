import { expect, test } from "vitest";
import { isJsonTooDeep, maxJsonDepth, parseBoundedJson } from "../../../src-preload/contract/bounded-json.ts";

const nested = (levels: number): string => "[".repeat(levels) + "]".repeat(levels);

test("a value of the greatest depth is read, one level more is refused", () => {
  expect(() => parseBoundedJson(nested(maxJsonDepth))).not.toThrow();
  expect(() => parseBoundedJson(nested(maxJsonDepth + 1))).toThrow(SyntaxError);
  expect(() => parseBoundedJson(nested(30_000))).toThrow(SyntaxError);
});

test("brackets in texts are no levels, also behind an escaped quote", () => {
  const value = { text: `\\"${"[{".repeat(500)}`, list: [1] };
  expect(parseBoundedJson(JSON.stringify(value))).toEqual(value);
});

test("many lists side by side are not deep", () => {
  expect(isJsonTooDeep(JSON.stringify(Array.from({ length: 1_000 }, () => [{}])))).toBe(false);
});

test("objects and lists count alike", () => {
  expect(isJsonTooDeep('{"a":['.repeat(60))).toBe(true);
});
