import { expect, it } from "vitest";
import { printTo } from "../../../src-main/cli/print-to.ts";

const answer = "a\u202etxt.exe\u202c \u2066b\u2069 \u001b[2Jc\u0007\u009b1m\ttab\nline 👩‍💻\n";

it.each([
  ["a terminal gets no control and nothing that turns text round", true, "atxt.exe b c1m\ttab\nline 👩‍💻\n"],
  ["a pipe gets an answer as it is", false, answer],
])("%s", (_, isTTY, expected) => {
  const written: string[] = [];
  printTo({ isTTY, write: (words) => written.push(words) })(answer);
  expect(written).toEqual([expected]);
});
