import { describe, expect, it } from "vitest";
import { ItemSplitter } from "../../../src-main/sessions/import/split-items.ts";

function split(text: string, step: number, most = 1000) {
  const splitter = new ItemSplitter(most);
  const bytes = Buffer.from(text);
  const items: string[] = [];
  for (let at = 0; at < bytes.length; at += step) {
    for (const item of splitter.push(bytes.subarray(at, at + step))) {
      items.push(item.kind === "bytes" ? item.bytes.toString("utf8") : item.problem);
    }
  }
  return { items, end: splitter.finish() };
}

const objects = ['{"a":"]}\\"{"}', '{"b":[1,{"c":"ä\\\\"}]}', "[[]]"];

describe("a list is cut into its elements", () => {
  it.each([1, 2, 3, 7, 1000])("in chunks of %s bytes", (step) => {
    expect(split(`\ufeff [ ${objects.join(" ,\n")} ] `, step)).toEqual({ items: objects, end: null });
  });

  it("passing over what is no object, and what stands behind its end", () => {
    expect(split('[1,"x",{"a":1}]{"b":2}', 4)).toEqual({ items: ['{"a":1}'], end: null });
  });

  it("with those left out that are too large or too deep", () => {
    const deep = `{"d":${"[".repeat(200)}${"]".repeat(200)}}`;
    const { items } = split(`[{"a":"${"x".repeat(2000)}"},{"b":1},${deep},{"c":1}]`, 5);
    expect(items).toEqual(["too-large", '{"b":1}', "too-deep", '{"c":1}']);
  });
});

it("an object is taken whole", () => {
  expect(split(' {"a":[{"b":1}]}\n', 3)).toEqual({ items: ['{"a":[{"b":1}]}'], end: null });
});

it.each([
  ["", "no-json"],
  ["hello", "no-json"],
  ["[", "cut"],
  ['[{"a":1},{"b":"', "cut"],
  ["]]]", "no-json"],
])("the end of %j tells what is wrong with it", (text, end) => {
  expect(split(text, 2).end).toBe(end);
});
