import type { Connection } from "../../src-preload/contract/connection.ts";
import type { FoundMessage } from "../../src-preload/contract/message-search.ts";
import { type AsyncResult, ok } from "../../src-preload/contract/result.ts";

interface Wanted {
  readonly query: string;
  readonly limit: number;
  /** Only what was said in this chat, and by this one. */
  readonly sessionKey?: string;
  readonly role?: "user" | "assistant";
}

interface FoundInChats {
  readonly hits: readonly FoundMessage[];
  readonly hasMore: boolean;
}

const mostInPage = 100;

/** Messages of all chats with these words, newest first, as many as are wanted. Waits until every chat was read. */
export async function findInChats(connection: Pick<Connection, "request">, wanted: Wanted): AsyncResult<FoundInChats> {
  const { limit, ...asked } = wanted;
  const hits: FoundMessage[] = [];
  let cursor: string | null = null;
  do {
    const from: { readonly cursor?: string } = cursor === null ? {} : { cursor };
    const page = await connection.request("message.search", {
      ...asked,
      ...from,
      limit: Math.min(mostInPage, limit - hits.length),
      isWhole: true,
    });
    if (!page.ok) return page;
    hits.push(...page.value.hits);
    cursor = page.value.cursor;
  } while (cursor !== null && hits.length < limit);
  return ok({ hits, hasMore: cursor !== null });
}
