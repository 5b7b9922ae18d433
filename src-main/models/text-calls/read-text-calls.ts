import { bareName } from "../answer/call-names.ts";
import { isInsideCode } from "../answer/code-blocks.ts";
import type { JsonObject } from "../json.ts";
import type { ToolOffer, ToolOffers } from "../model.ts";
import type { TextCallFormat, WrittenCall } from "./format.ts";
import { functionTag } from "./function-tag.ts";
import { harmonyOpeners, readHarmony } from "./harmony.ts";
import { invokeTag } from "./invoke-tag.ts";
import { deepSeekTokens, kimiSection, mistralMarker, pythonTag } from "./special-tokens.ts";
import { toolCallTag } from "./tool-call-tag.ts";
import { typedArguments } from "./typed-values.ts";

const formats: readonly TextCallFormat[] = [
  toolCallTag,
  functionTag,
  invokeTag,
  kimiSection,
  deepSeekTokens,
  pythonTag,
  mistralMarker,
];

/** Every word that may open a call in a text. */
export const callOpeners: readonly string[] = [...formats.flatMap((format) => format.openers), ...harmonyOpeners];

export interface TextCall {
  readonly name: string;
  readonly arguments: JsonObject;
}

export interface ReadText {
  readonly content: string;
  readonly reasoning: string;
  readonly calls: readonly TextCall[];
}

/**
 * Reads calls that a model wrote into its text (rule 4 of the provider cases): only outside code, and only when every
 * one of them names an offered tool; they leave the text then. Otherwise the text stays as it is.
 */
export function readTextCalls(text: string, tools: ToolOffers): ReadText {
  const unread: ReadText = { content: text, reasoning: "", calls: [] };
  const harmony = readHarmony(text);
  if (harmony !== null) {
    const calls = typedCalls(harmony.calls, tools);
    return calls === null ? unread : { content: harmony.content, reasoning: harmony.reasoning, calls };
  }
  if (tools.list.length === 0) return unread;
  const { written, kept } = takeOut(text);
  const calls = written.length === 0 ? null : typedCalls(written, tools);
  return calls === null ? unread : { content: kept.trim(), reasoning: "", calls };
}

function typedCalls(written: readonly WrittenCall[], tools: ToolOffers): readonly TextCall[] | null {
  const calls: TextCall[] = [];
  for (const call of written) {
    const tool = toolNamed(call.name, tools);
    if (tool === undefined) return null;
    calls.push({ name: tool.name, arguments: typedArguments(call, tool) });
  }
  return calls;
}

function toolNamed(name: string, tools: ToolOffers): ToolOffer | undefined {
  return tools.list.find((tool) => tool.name === name) ?? tools.list.find((tool) => tool.name === bareName(name));
}

/** Each is looked for to the end of the text; one with more of them goes round in circles. */
const mostUnfinished = 100;

/** Every written call outside code, and the text without them. */
function takeOut(text: string): { readonly written: readonly WrittenCall[]; readonly kept: string } {
  const written: WrittenCall[] = [];
  let kept = "";
  let from = 0;
  let unfinished = 0;
  for (let at = nextMark(text, 0); at >= 0 && unfinished < mostUnfinished; at = nextMark(text, at)) {
    const format = formats.find(({ openers }) => openers.some((opener) => text.startsWith(opener, at)));
    const read = format === undefined || isInsideCode(text.slice(from), at - from) ? null : format.read(text, at);
    if (read === null) {
      if (format !== undefined) unfinished++;
      at++;
      continue;
    }
    written.push(...read.calls);
    kept += text.slice(from, at);
    from = read.end;
    at = read.end;
  }
  return { written, kept: kept + text.slice(from) };
}

function nextMark(text: string, from: number): number {
  const tag = text.indexOf("<", from);
  const bracket = text.indexOf("[TOOL_CALLS]", from);
  return tag < 0 || (bracket >= 0 && bracket < tag) ? bracket : tag;
}
