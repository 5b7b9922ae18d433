import { parseJson } from "../json.ts";
import type { TextCallFormat, WrittenCall } from "./format.ts";

const section = /^<(?:[\w-]+:|｜DSML｜)?(?:tool_calls?|function_calls)>/;
const sectionEnd = /^\s*<\/(?:[\w-]+:|｜DSML｜)?(?:tool_calls?|function_calls)>/;
const invoke = /^\s*<(?:[\w-]+:|｜DSML｜)?invoke name="([^"]+)"\s*>(.*?)<\/(?:[\w-]+:|｜DSML｜)?invoke>/s;
const parameter = /<(?:[\w-]+:|｜DSML｜)?parameter name="([^"]+)"([^>]*)>(.*?)<\/(?:[\w-]+:|｜DSML｜)?parameter>/gs;

/** `invoke` and `parameter` tags: MiniMax, DeepSeek's DSML, Claude behind gateways. */
export const invokeTag: TextCallFormat = {
  openers: [
    "<minimax:tool_call>",
    "<｜DSML｜tool_calls>",
    "<｜DSML｜function_calls>",
    "<｜DSML｜invoke",
    "<function_calls>",
    "<tool_calls>",
    "<invoke name=",
  ],
  read(text, at) {
    let end = at + (section.exec(text.slice(at, at + 60))?.[0].length ?? 0);
    const calls: WrittenCall[] = [];
    for (let found = invoke.exec(text.slice(end)); found !== null; found = invoke.exec(text.slice(end))) {
      calls.push(callOf(found[1] ?? "", found[2] ?? ""));
      end += found[0].length;
    }
    if (calls.length === 0) return null;
    return { calls, end: end + (sectionEnd.exec(text.slice(end))?.[0].length ?? 0) };
  },
};

function callOf(name: string, body: string): WrittenCall {
  const values: Record<string, unknown> = {};
  for (const found of body.matchAll(parameter)) {
    const value = found[3] ?? "";
    const isJson = /string="false"/.test(found[2] ?? "");
    values[found[1] ?? ""] = isJson ? (parseJson(value) ?? value) : value;
  }
  return { name, kind: "texts", arguments: values };
}
