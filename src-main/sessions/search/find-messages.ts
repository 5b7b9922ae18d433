import { contractError } from "../../../src-preload/contract/errors.ts";
import type { FoundMessage, FoundMessages } from "../../../src-preload/contract/message-search.ts";
import { type AsyncResult, fail, ok } from "../../../src-preload/contract/result.ts";
import type { RouteInput } from "../../../src-preload/contract/routes.ts";
import type { Clock } from "../../host.ts";
import { readWords } from "../../storage/message-search/read-words.ts";
import type { MessageRow, MessageSlice } from "../../storage/message-search/search-calls.ts";
import { text } from "../../words.ts";
import type { SessionStore } from "../session-store.ts";
import { markWords } from "./mark-words.ts";

export interface MessageFinder {
  readonly sessions: Pick<SessionStore, "searchMessages" | "settleMessages">;
  readonly clock: Pick<Clock, "now">;
  /** Takes keys out of what is shown. */
  readonly redact: (snippet: string) => string;
}

/** After so long what was found until then is answered; the next page goes on. */
const patienceMs = 60;

/** The next page of messages that have the words. The database is asked in short goes, and no more once somebody asks anew. */
export async function findMessages(
  asked: RouteInput<"message.search">,
  { sessions, clock, redact }: MessageFinder,
  signal: AbortSignal,
): AsyncResult<FoundMessages> {
  const words = readWords(asked.query);
  const start = readCursor(asked.cursor);
  if (start === undefined) return fail(contractError("invalid-input", text("session.badFoundCursor")));
  if (words.length === 0) return ok({ hits: [], cursor: null, words, making: null });
  if (asked.isWhole) {
    const settled = await sessions.settleMessages();
    if (!settled.ok) return settled;
  }
  const { sessionKey = null, role = null, from = null, to = null, limit } = asked;
  const until = clock.now() + patienceMs;
  const rows: MessageRow[] = [];
  let slice: MessageSlice = { rows: [], below: start, making: null };
  do {
    if (signal.aborted) return fail(contractError("cancelled", text("session.newerSearch")));
    const query = { words, sessionKey, role, from, to, below: slice.below, limit: limit - rows.length };
    const found = await sessions.searchMessages(query);
    if (!found.ok) return found;
    slice = found.value;
    rows.push(...slice.rows);
  } while (slice.below !== null && rows.length < limit && clock.now() < until);
  const cursor = slice.below === null ? null : String(slice.below);
  return ok({ hits: rows.map((row) => hitOf(row, words, redact)), cursor, words, making: slice.making });
}

/** Undefined for what is none of ours. */
function readCursor(cursor: string | undefined): number | null | undefined {
  if (cursor === undefined) return null;
  return /^\d{1,16}$/.test(cursor) ? Number(cursor) : undefined;
}

function hitOf(row: MessageRow, words: readonly string[], redact: (snippet: string) => string): FoundMessage {
  const { number: _number, around, ...found } = row;
  const snippet = redact(around);
  return { ...found, snippet, marks: markWords(snippet, words) };
}
