import type { Message } from "../../src-preload/contract/records.ts";
import type { WireMessage } from "../models/model.ts";
import { isResultImage } from "./result-images.ts";
import { type CalledSkill, calledSkills, skillUse } from "./skills-in-use.ts";
import type { HistoryItem } from "./trimming.ts";

/** Results shorter than this stay whole, in characters. */
const shortenFrom = 500;
/** What goes around the words of a result, with the longest id that a call has, in tokens. */
const wrapping = 40;

/** A message with what is sent of it, as the planner sees it. */
export interface HistoryEntry extends HistoryItem {
  readonly message: Message;
  readonly wire: WireMessage;
  readonly called?: readonly CalledSkill[];
}

export function entryOf(message: Message, wire: WireMessage, tokensOf: (text: string) => number): HistoryEntry {
  const { id } = message;
  const { tokens } = wire;
  const role = isResultImage(message) ? "tool" : wire.role;
  if (message.role !== "tool") {
    const called = calledSkills(message, tokensOf);
    const plain = { message, wire, id, role, tokens, shortTokens: null };
    return called.length === 0 ? plain : { ...plain, called };
  }
  const skill = skillUse(message, tokensOf);
  const isLong = message.content.length >= shortenFrom;
  const short = isLong ? Math.min(tokens, tokensOf(JSON.stringify(shortenText(message.content))) + wrapping) : null;
  return { message, wire, id, role, tokens, shortTokens: short, ...(skill === null ? {} : { skill }) };
}

export function shortenText(content: string): string {
  if (content.length < shortenFrom) return content;
  return `${content.slice(0, 160)}\n[… ${content.length - 280} characters left out to save room; read it again if you need it …]\n${content.slice(-120)}`;
}
