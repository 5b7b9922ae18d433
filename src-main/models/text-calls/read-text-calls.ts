import { bareName } from "../answer/call-names.ts";
import { createCodeReader } from "../answer/code-blocks.ts";
import { isKeepable, type JsonObject } from "../json.ts";
import type { ToolOffer, ToolOffers } from "../model.ts";
import { callWrapper, skipStrayClosing } from "./call-wrapper.ts";
import type { TextCallFormat, WrittenCall } from "./format.ts";
import { functionTag } from "./function-tag.ts";
import { harmonyOpeners, readHarmony } from "./harmony.ts";
import { invokeTag } from "./invoke-tag.ts";
import { markPattern, markSource, matchAt, skipMark } from "./marks.ts";
import { mistralMarker, pythonTag } from "./special-tokens.ts";
import { tokenSection } from "./token-section.ts";
import { typedArguments } from "./typed-values.ts";

const formats: readonly TextCallFormat[] = [
  callWrapper,
  functionTag,
  invokeTag,
  tokenSection,
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
 * Reads calls that a model wrote into its text (rule 4 of the provider cases): only outside code, and only when all of
 * them can be read and each names an offered tool; they leave the text then. Otherwise the text stays as it is.
 */
export function readTextCalls(text: string, tools: ToolOffers): ReadText {
  const harmony = readHarmony(text);
  if (harmony !== null) {
    const calls = harmony.calls === null ? null : typedCalls(harmony.calls, tools);
    const { content, withCalls, reasoning } = harmony;
    return calls === null ? { content: withCalls, reasoning, calls: [] } : { content, reasoning, calls };
  }
  const taken = tools.list.length === 0 ? null : takeOut(text);
  const calls = taken === null ? null : typedCalls(taken.written, tools);
  if (taken === null || calls === null || calls.length === 0) return { content: text, reasoning: "", calls: [] };
  return { content: taken.kept.trim(), reasoning: "", calls };
}

/**
 * The same of thoughts, for an answer that has nothing else: only calls with which the thoughts end were meant as such.
 * `content` is what is left of the thoughts.
 */
export function readThoughtCalls(thoughts: string, tools: ToolOffers): ReadText {
  const unread: ReadText = { content: thoughts, reasoning: "", calls: [] };
  const taken = tools.list.length === 0 ? null : takeOut(thoughts);
  if (taken === null || taken.rest.trim() !== "") return unread;
  const calls = typedCalls(taken.written, tools);
  return calls === null || calls.length === 0 ? unread : { ...unread, content: taken.kept.trim(), calls };
}

function typedCalls(written: readonly WrittenCall[], tools: ToolOffers): readonly TextCall[] | null {
  const calls: TextCall[] = [];
  for (const call of written) {
    const tool = toolNamed(call.name, tools);
    if (tool === undefined || !isKeepable(call.arguments)) return null;
    calls.push({ name: tool.name, arguments: typedArguments(call, tool) });
  }
  return calls;
}

function toolNamed(name: string, tools: ToolOffers): ToolOffer | undefined {
  return tools.list.find((tool) => tool.name === name) ?? tools.list.find((tool) => tool.name === bareName(name));
}

/** Each is looked for to the end of the text; one with more of them goes round in circles. */
const mostUnread = 100;

const callLike = /\s*(?:[{[<"'`]|["']?[\w.:-]+["']?\s*(?:[{[<>("']|$))/y;

/** What a server leaves behind the last call. */
const endTokens = markPattern(
  ["eom_id", "eot_id", "im_end", "end_of_text", "endoftext"].map((token) => markSource(`<|${token}|>`)).join("|"),
);

interface TakenOut {
  readonly written: readonly WrittenCall[];
  readonly kept: string;
  /** What stands behind the last call. */
  readonly rest: string;
}

/** Every written call outside code, and the text without them; null where one of them cannot be read. */
function takeOut(text: string): TakenOut | null {
  const written: WrittenCall[] = [];
  let kept = "";
  let from = 0;
  let unread = 0;
  let looked = 0;
  let code = createCodeReader();
  let followed = 0;
  for (let found = nextOpener(text, 0); found !== null; found = nextOpener(text, looked)) {
    const { at, word, format } = found;
    looked = at + 1;
    code.advance(text.slice(followed, at));
    followed = at;
    if (code.isInside(text.slice(at))) continue;
    const read = format.read(text, at);
    if (read === null) {
      unread++;
      if (unread > mostUnread || isCallLike(text, at + word.length)) return null;
      continue;
    }
    written.push(...read.calls);
    kept += text.slice(from, at);
    from = skipMark(text, skipStrayClosing(text, read.end), endTokens);
    looked = from;
    // Backticks in a call are none of the text's.
    code = createCodeReader();
    followed = from;
  }
  const rest = text.slice(from);
  return { written, kept: kept + rest, rest };
}

/** Behind an opening word: a value, a tag, or a name with one of these or nothing behind it. All else speaks about the word. */
function isCallLike(text: string, at: number): boolean {
  return matchAt(callLike, text, at) !== null;
}

interface Opener {
  readonly at: number;
  readonly word: string;
  readonly format: TextCallFormat;
}

const formatOf = new Map(formats.flatMap((format) => format.openers.map((word) => [word, format] as const)));
const anyOpener = new RegExp([...formatOf.keys()].map((word) => word.replace(/[[\]|]/g, "\\$&")).join("|"), "g");

function nextOpener(text: string, from: number): Opener | null {
  anyOpener.lastIndex = from;
  const found = anyOpener.exec(text);
  const format = found === null ? undefined : formatOf.get(found[0]);
  if (found === null || format === undefined) return null;
  return { at: found.index, word: found[0], format };
}
