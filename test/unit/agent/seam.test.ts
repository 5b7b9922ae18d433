import { describe, expect, it } from "vitest";
import { withoutRepeat } from "../../../src-main/agent/seam.ts";

describe("the seam of an answer that was cut", () => {
  it.each([
    ["The quick brown fox", "brown fox jumps.", " jumps."],
    ["The quick brown fox", " brown fox jumps.", " jumps."],
    ["The quick brown fox", "\n\nfox jumps.", " jumps."],
    ["The quick brown fo", "The quick brown fox jumps.", "x jumps."],
    ["The quick brown fo", "x jumps.", "x jumps."],
    ["The quick brown fox", " jumps.", " jumps."],
    ["Das ist ein langer Satz, der", "Das ist ein langer Satz, der weitergeht.", " weitergeht."],
    ["中文的一句很长很长的话说到", "一句很长很长的话说到这里。", "这里。"],
    ["all of it", "all of it", ""],
  ])("says words once: %j and %j", (before, text, rest) => {
    expect(withoutRepeat(before, text)).toBe(rest);
  });
  it.each([
    ["1, 2, 3, ", "3, 4"],
    ["if (a) {\n}\n", "}\n"],
    ["a ban", "banana"],
    ["cat", "at the door"],
    ["100", "100"],
    ["", "Hello"],
    ["Hello", ""],
  ])("leaves what may come twice: %j and %j", (before, text) => {
    expect(withoutRepeat(before, text)).toBe(text);
  });
});
