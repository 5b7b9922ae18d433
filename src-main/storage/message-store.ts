import type { AsyncResult } from "../../src-preload/contract/result.ts";
import { z } from "../../src-preload/contract/zod.ts";
import {
  type MessageQuery,
  type MessageSearchCall,
  type MessageSlice,
  messageSliceSchema,
} from "./message-search/search-calls.ts";
import type { IndexedSession } from "./session-file/session-summary.ts";

/** The index of the words of all messages. `rows`: chats that are ahead of the list. */
export interface MessageStore {
  /** Reads what is not in the index in the background, from now on with each look at the folder. */
  follow(rows: readonly IndexedSession[]): AsyncResult<undefined>;
  /** Answered when everything is in the index. */
  settled(rows: readonly IndexedSession[]): AsyncResult<undefined>;
  search(query: MessageQuery, rows: readonly IndexedSession[]): AsyncResult<MessageSlice>;
}

type Ask = <Value>(
  asked: { readonly call: MessageSearchCall; readonly rows: readonly IndexedSession[] },
  schema: z.ZodType<Value>,
) => AsyncResult<Value>;

export function createMessageStore(ask: Ask): MessageStore {
  return {
    follow: (rows) => ask({ call: { kind: "follow" }, rows }, z.undefined()),
    settled: (rows) => ask({ call: { kind: "settled" }, rows }, z.undefined()),
    search: (query, rows) => ask({ call: { kind: "search", query }, rows }, messageSliceSchema),
  };
}
