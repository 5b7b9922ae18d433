import type { Message } from "../../src-preload/contract/records.ts";
import { type AsyncResult, ok } from "../../src-preload/contract/result.ts";
import type { FoundWords } from "../../src-preload/contract/session.ts";
import { foldText } from "../storage/fold-text.ts";
import { plainWords } from "../storage/session-file/plain-words.ts";
import type { Session } from "./session-store.ts";

const pageSize = 200;
/** So many messages are told at most. */
const mostFound = 5000;

/**
 * The messages of the active branch that say these words, whatever their case and accents: what a person and Perch wrote, as it
 * is read, without the signs of its markup. Reads the branch from its end, a page at a time.
 */
export async function findWords(session: Session, query: string): AsyncResult<FoundWords> {
  const wanted = foldText(query.replace(/\s+/g, " ").trim());
  const found: { messageId: Message["id"]; count: number }[] = [];
  let page = await session.page(pageSize);
  for (;;) {
    if (!page.ok) return page;
    const { messages, hasEarlier } = page.value;
    for (const { message } of messages.toReversed()) {
      const count = isSaid(message) ? countOf(message.content, wanted) : 0;
      if (count > 0) found.push({ messageId: message.id, count });
    }
    const first = messages[0]?.message.id;
    const isCut = found.length > mostFound;
    if (isCut || !hasEarlier || first === undefined) {
      return ok({ messages: found.slice(0, mostFound).reverse(), isCut });
    }
    page = await session.page(pageSize, first);
  }
}

function isSaid({ role }: Message): boolean {
  return role === "user" || role === "assistant";
}

function countOf(content: string, wanted: string): number {
  // Most messages do not have its first word at all: markup is taken off those that may.
  const [word = ""] = wanted.split(" ");
  if (!foldText(content).includes(word)) return 0;
  const words = foldText(plainWords(content));
  let count = 0;
  for (let at = words.indexOf(wanted); at >= 0; at = words.indexOf(wanted, at + wanted.length)) count += 1;
  return count;
}
