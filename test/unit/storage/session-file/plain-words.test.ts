import { expect, test } from "vitest";
import { plainWords } from "../../../../src-main/storage/session-file/plain-words.ts";

test.each([
  ["# Quarterly report\n\nIt was **good**.", "Quarterly report It was good."],
  ["- one\n- [x] two\n3. three", "one two three"],
  ["See [the page](https://example.org/a?b) and ![a picture](x.png)", "See the page and a picture"],
  ["```ts\nconst a = 1;\n```", "const a = 1;"],
  ["> quoted *words* and _more_", "quoted words and more"],
  ["| a | b |\n|---|---|\n| 1 | 2 |", "a b 1 2"],
  ["snake_case_name and 2*3*4 stay", "snake_case_name and 2*3*4 stay"],
  ["~~gone~~\n\n---\n\nafter", "gone after"],
  ["| a || b |\n|:--|--:|\n\n-- and : - | stay", "a b -- and : - stay"],
  ["", ""],
])("%j is read as %j", (markdown, words) => {
  expect(plainWords(markdown)).toBe(words);
});

test("a hostile text takes no longer than another", () => {
  for (const sign of ["*", "_", "[", "`", "|", "- ", "*a ", "![", "-|", "-", ":-", " ", "\t|"]) {
    for (const end of ["", "x", "\n"]) expect(plainWords(sign.repeat(20_000) + end).length).toBeLessThan(200_000);
  }
});
