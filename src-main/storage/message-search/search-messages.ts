import type { Database } from "better-sqlite3";
import { z } from "../../../src-preload/contract/zod.ts";
import { cutAround } from "./cut-around.ts";
import { gramQuery, markOf } from "./grams.ts";
import { firstNumberAt, numbersBefore } from "./message-number.ts";
import { type MessageQuery, saidRoles } from "./search-calls.ts";

/** So many messages that may have the words are looked at in one go: what is asked meanwhile waits for no more. */
const mostLooks = 5000;

const flag = z.number().transform((value) => value !== 0);
const foundSchema = z.object({
  number: z.number(),
  sessionKey: z.string(),
  title: z.string(),
  archived: flag,
  messageId: z.string(),
  role: z.enum(saidRoles),
  date: z.number(),
  isActive: flag,
  text: z.string(),
  folded: z.string().nullable(),
});
const endSchema = z.object({ count: z.number(), last: z.number().nullable() });

/** Numbers of messages that may have the words, the newest first, as a statement of its own. */
interface Candidates {
  readonly sql: string;
  readonly values: readonly (string | number)[];
}

interface Found {
  readonly rows: readonly unknown[];
  readonly below: number | null;
}

/** The next messages in which all words are, newest first. Looks at so many, finds some of them or none, and tells where to go on. */
export function searchMessages(db: Database, query: MessageQuery): Found {
  const candidates = candidatesOf(db, query);
  if (candidates === null) return { rows: [], below: null };
  const { sql, values } = candidates;
  const has = query.words.map(() => "AND instr(ifnull(said.folded, lower(said.text)), ?) > 0").join(" ");
  // SQLite joins in this order, and reads no more candidates than it needs.
  const look = `WITH near AS (${sql} LIMIT ${mostLooks})
    SELECT said.number, chat.key AS sessionKey, one.title, one.archived, said.id AS messageId, said.role, said.date,
      said.isActive, said.text, said.folded
    FROM near CROSS JOIN search_messages AS said ON said.number = near.number
      CROSS JOIN search_chats AS chat ON chat.number = said.chat
      CROSS JOIN sessions AS one ON one.key = chat.key AND one.missing = 0 AND one.unreadable IS NULL
    WHERE said.date >= ? AND said.date < ? ${has} LIMIT ?`;
  const dates = [query.from ?? Number.MIN_SAFE_INTEGER, query.to ?? Number.MAX_SAFE_INTEGER];
  const rows = foundSchema.array().parse(db.prepare(look).all(...values, ...dates, ...query.words, query.limit));
  const below = rows.length === query.limit ? (rows.at(-1)?.number ?? null) : lastOf(db, candidates);
  return {
    rows: rows.map(({ text, folded, ...row }) => ({ ...row, around: cutAround(text, folded, query.words) })),
    below,
  };
}

/** The last candidate that was looked at; null when there are no more. */
function lastOf(db: Database, { sql, values }: Candidates): number | null {
  const end = db
    .prepare(`SELECT count(*) AS count, min(number) AS last FROM (${sql} LIMIT ${mostLooks})`)
    .get(...values);
  const { count, last } = endSchema.parse(end);
  return count < mostLooks ? null : last;
}

/** Null where the chat is not in the index. */
function candidatesOf(db: Database, query: MessageQuery): Candidates | null {
  const parts = query.words.flatMap(gramQuery);
  if (query.role !== null) parts.push(`"${markOf("role", query.role)}"`);
  if (query.sessionKey !== null) {
    const chat = db.prepare("SELECT number FROM search_chats WHERE key = ?").pluck().get(query.sessionKey);
    if (typeof chat !== "number") return null;
    parts.push(`"${markOf("chat", chat)}"`);
  }
  const newest = query.to === null ? Number.MAX_SAFE_INTEGER : numbersBefore(query.to);
  const range = [
    query.from === null ? -1 : firstNumberAt(query.from) - 1,
    Math.min(query.below ?? Number.MAX_SAFE_INTEGER, newest),
  ];
  if (parts.length === 0) {
    return {
      sql: "SELECT number FROM search_messages WHERE number > ? AND number < ? ORDER BY number DESC",
      values: range,
    };
  }
  const sql = `SELECT rowid AS number FROM search_grams WHERE search_grams MATCH ? AND rowid > ? AND rowid < ?
    ORDER BY rowid DESC`;
  return { sql, values: [parts.join(" AND "), ...range] };
}
