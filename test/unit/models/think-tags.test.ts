import { describe, expect, it } from "vitest";
import { splitThinking } from "../../../src-main/models/answer/think-tags.ts";

describe("think tags", () => {
  it.each([
    ["a block that opens the text", "<think>why</think>\nYes.", "Yes.", "why"],
    ["two blocks", "<think>a</think>\n<think>b</think>Yes.", "Yes.", "a\nb"],
    ["a tag with a namespace", "<seed:think>why</seed:think>Yes.", "Yes.", "why"],
    ["brackets", "[THINK]why[/THINK]Yes.", "Yes.", "why"],
    ["a block that never closes", "<think>why not", "", "why not"],
    ["a closing tag alone", "Because.</think>Yes.", "Yes.", "Because."],
    ["a closing tag at the very start", "</think>\n\nYes.", "Yes.", ""],
    ["a broken tag", "<think广场 is a square", "广场 is a square", ""],
    ["a stray tag at the end", "Yes.\n</think>", "Yes.", ""],
    ["a tag in prose", "The <think> tag opens and the </think> tag closes.", "", ""],
    ["a pair behind words", "It is Paris. Thoughts are marked <think>hm</think>\nand so on.", "", ""],
    ["a tag in backticks", "Models write `<think>` and `</think>`\nmostly.", "", ""],
    ["a tag in a code block", "Look:\n```\n</think>\n```\nSo.", "", ""],
    ["the word", "I think so.", "", ""],
  ])("%s", (_name, text, content, reasoning) => {
    expect(splitThinking(text)).toEqual({ content: content === "" && reasoning === "" ? text : content, reasoning });
  });
});
