import type { Database, Statement } from "better-sqlite3";
import type { SessionKey } from "../../src-preload/contract/ids.ts";
import type { SessionSummary } from "../../src-preload/contract/session.ts";
import { unattendedChannels } from "../../src-preload/contract/session-key.ts";
import { z } from "../../src-preload/contract/zod.ts";
import type { IndexPage, IndexQuery } from "./database-calls.ts";
import { summarySchema } from "./database-calls.ts";
import { foldText } from "./fold-text.ts";
import { type IndexedSession, toleratedMs } from "./session-file/session-summary.ts";

const flag = z.number().transform((value) => value !== 0);
const rowSchema = summarySchema
  .extend({ pinned: flag, archived: flag, missing: flag, unreadable: z.string().nullable() })
  .transform(({ unreadable, ...row }): SessionSummary => (unreadable === null ? row : { ...row, unreadable }));
const knownSchema = summarySchema.pick({ key: true }).extend({
  file: z.string(),
  size: z.number(),
  mtimeMs: z.number(),
  missing: flag,
});
export type KnownFile = z.infer<typeof knownSchema>;

const unattended = unattendedChannels.map((channel) => `'${channel}'`).join(", ");
const columns = "key, title, createdAt, updatedAt, state, pinned, archived, preview, damagedLines, missing, unreadable";

/** A row that was read from a file gives way to one that came from a later state of it. */
function upsertSql(condition: string): string {
  const changed = ["size", "mtimeMs", ...columns.split(", ").slice(1)];
  return `
    INSERT INTO sessions (file, size, mtimeMs, ${columns})
    VALUES (@file, @size, @mtimeMs, ${columns.replace(/\w+/g, "@$&")})
    ON CONFLICT (key) DO UPDATE SET ${changed.map((name) => `${name} = excluded.${name}`).join(", ")}
    ${condition}`;
}

function parametersOf({ summary, file, size, mtimeMs }: IndexedSession) {
  const { pinned, archived, missing } = summary;
  return {
    ...summary,
    file,
    size,
    mtimeMs,
    pinned: Number(pinned),
    archived: Number(archived),
    missing: Number(missing),
    unreadable: summary.unreadable ?? null,
  };
}

/** The rows of the list of chats. Synchronous: for the database's thread alone. */
export class SessionTable {
  readonly #db: Database;
  readonly #list: Statement;
  readonly #put: Statement;
  readonly #refresh: Statement;
  readonly #refuse: Statement;

  constructor(db: Database) {
    this.#db = db;
    this.#put = db.prepare(upsertSql(""));
    this.#refresh = db.prepare(upsertSql("WHERE excluded.mtimeMs >= sessions.mtimeMs"));
    this.#refuse = db.prepare(`
      ${upsertSql("").split("ON CONFLICT")[0]}
      ON CONFLICT (key) DO UPDATE SET unreadable = excluded.unreadable, missing = 0, size = excluded.size`);
    this.#list = db.prepare(`
      SELECT ${columns} FROM sessions
      WHERE archived = @archived
        AND (@attended = 0 OR substr(key, 1, instr(key, ':') - 1) NOT IN (${unattended}))
        AND (@search IS NULL OR instr(fold(title), @search) > 0)
        AND (@key IS NULL OR (pinned, updatedAt, key) < (@pinned, @updatedAt, @key))
      ORDER BY pinned DESC, updatedAt DESC, key DESC LIMIT @limit`);
  }

  /** Newest first, pinned ones before all. */
  list({ search, archived, attended, after, limit }: IndexQuery): IndexPage {
    const rows = this.#list.all({
      archived: Number(archived),
      attended: Number(attended),
      search: search === null ? null : foldText(search),
      pinned: Number(after?.pinned ?? false),
      updatedAt: after?.updatedAt ?? 0,
      key: after?.key ?? null,
      limit: limit + 1,
    });
    return { sessions: rowSchema.array().parse(rows.slice(0, limit)), hasMore: rows.length > limit };
  }

  unfinished(): readonly SessionSummary[] {
    const sql = `SELECT ${columns} FROM sessions WHERE state IN ('waiting', 'interrupted') AND missing = 0`;
    return rowSchema.array().parse(this.#db.prepare(`${sql} ORDER BY updatedAt`).all());
  }

  /** Takes in rows of sessions that are open: these are right. */
  put(rows: readonly IndexedSession[]): void {
    this.#inOne(rows, (row) => this.#put.run(parametersOf(row)));
  }

  /** Takes in rows that were read from files, where the table does not know better. */
  refresh(rows: readonly IndexedSession[]): void {
    this.#inOne(rows, (row) => this.#refresh.run(parametersOf(row)));
  }

  /** Takes in rows of files that cannot be read: of one that was read before, everything else stays. */
  refuse(rows: readonly IndexedSession[]): void {
    this.#inOne(rows, (row) => this.#refuse.run(parametersOf(row)));
  }

  /** Moves what a wrong clock stamped later than now to when the chat began, so that it does not stay on top. */
  settleTimes(now: number): void {
    const late = "UPDATE sessions SET updatedAt = min(createdAt, @now) WHERE updatedAt > @latest";
    this.#db.prepare(late).run({ now, latest: now + toleratedMs });
  }

  /** False when there is no such row. */
  remove(key: SessionKey): boolean {
    return this.#db.prepare("DELETE FROM sessions WHERE key = ?").run(key).changes > 0;
  }

  known(): ReadonlyMap<string, KnownFile> {
    const rows = knownSchema
      .array()
      .parse(this.#db.prepare("SELECT key, file, size, mtimeMs, missing FROM sessions").all());
    return new Map(rows.map((row) => [row.file, row]));
  }

  /** Their files are gone. A row loses the mark when its file is read again. */
  markMissing(keys: readonly SessionKey[]): void {
    const mark = this.#db.prepare("UPDATE sessions SET missing = 1 WHERE key = ?");
    this.#inOne(keys, (key) => mark.run(key));
  }

  #inOne<Item>(items: readonly Item[], write: (item: Item) => void): void {
    if (items.length === 0) return;
    this.#db.transaction(() => items.forEach((item) => void write(item)))();
  }
}
