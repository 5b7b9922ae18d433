import type { Connection } from "../../src-preload/contract/connection.ts";
import { type AsyncResult, ok } from "../../src-preload/contract/result.ts";
import type { SessionSummary } from "../../src-preload/contract/session.ts";

const pageSize = 200;

/** All chats that are not put away, newest first; `most` where a person picks from them. */
export async function listChats(
  connection: Connection,
  most = Number.POSITIVE_INFINITY,
): AsyncResult<readonly SessionSummary[]> {
  const found: SessionSummary[] = [];
  let cursor: string | null = null;
  do {
    const from: { readonly cursor?: string } = cursor === null ? {} : { cursor };
    const page = await connection.request("session.list", { limit: Math.min(pageSize, most), ...from });
    if (!page.ok) return page;
    found.push(...page.value.sessions);
    cursor = page.value.cursor;
  } while (cursor !== null && found.length < most);
  return ok(found.toSorted((a, b) => b.updatedAt - a.updatedAt).slice(0, most));
}
