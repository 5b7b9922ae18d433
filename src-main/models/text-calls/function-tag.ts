import { skipWord, type TextCallFormat, type WrittenCalls } from "./format.ts";
import { readArguments } from "./json-call.ts";

const closer = "</function>";

/** `<function=NAME>` with parameter tags (Qwen coder) or with JSON (Llama), and `<function=NAME{…}</function>` (Groq). */
export const functionTag: TextCallFormat = {
  openers: ["<function="],
  read(text, at) {
    const head = /^<function=\s*["']?([\w.:-]+)["']?\s*(>?)\s*(?:=|\(|,)?\s*/.exec(text.slice(at, at + 200));
    const name = head?.[1];
    if (head === null || name === undefined) return null;
    const inner = at + head[0].length;
    if (text[inner] === "{") {
      const body = readArguments(text, inner, name);
      if (body === null) return null;
      const end = skipWord(text, skipWord(text, skipWord(text, body.end, ")"), ">"), closer);
      return { calls: body.calls, end };
    }
    return head[2] === ">" ? readParameters(text, inner, name) : null;
  },
};

function readParameters(text: string, from: number, name: string): WrittenCalls | null {
  const close = text.indexOf(closer, from);
  if (close < 0) return null;
  const values: Record<string, string> = {};
  const body = text.slice(from, close);
  for (const part of body.matchAll(
    /<parameter=\s*["']?([\w.:-]+)["']?\s*>(.*?)(?:<\/parameter>|(?=<parameter=)|$)/gs,
  )) {
    values[part[1] ?? ""] = part[2] ?? "";
  }
  return { calls: [{ name, kind: "texts", arguments: values }], end: close + closer.length };
}
