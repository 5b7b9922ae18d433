import type { Database, Statement } from "better-sqlite3";
import { sessionKeySchema } from "../../../src-preload/contract/ids.ts";
import { z } from "../../../src-preload/contract/zod.ts";
import { type RecallEntry, type RecallGroup, recallSources } from "../../storage/recall-calls.ts";
import { shapeOf } from "./entry-shape.ts";
import type { Candidate } from "./rank-entries.ts";
import { letterPairs } from "./words.ts";

/** Of a longer text the beginning is kept: a file that somebody pasted is not what was said. */
const mostLetters = 200_000;

const candidateSchema = z.object({
  number: z.number(),
  group: z.string(),
  position: z.number(),
  source: z.enum(recallSources),
  speaker: z.string(),
  date: z.number().nullable(),
  words: z.number(),
  asked: z.number(),
  tellsTime: z.number().transform((flag) => flag !== 0),
});
export type KnownEntry = Omit<Candidate, "matched">;

const storedSchema = z.object({
  id: z.string(),
  source: z.enum(recallSources),
  sessionKey: sessionKeySchema.nullable(),
  messageId: z.string().nullable(),
  speaker: z.string(),
  date: z.number().nullable(),
  text: z.string(),
});

const shape = "number, groupName AS [group], position, source, speaker, date, words, asked, tellsTime";

/** The entries that can be recalled, and their words. Synchronous: for the database's thread alone. */
export class RecallTable {
  readonly #db: Database;
  readonly #insert: Statement;
  readonly #withWord: Statement;
  readonly #stored: Statement;
  readonly #place: Statement;
  readonly #around: Statement;
  #count: number | null = null;
  #speakers: ReadonlySet<string> | null = null;

  constructor(db: Database) {
    this.#db = db;
    this.#insert = db.prepare(`
      INSERT INTO recall_entries
        (groupName, position, id, source, sessionKey, messageId, speaker, date, words, asked, tellsTime, text, pairs)
      VALUES (@group, @position, @id, @source, @sessionKey, @messageId, @speaker, @date, @words, @asked, @tellsTime, @text, @pairs)`);
    this.#withWord = db.prepare("SELECT rowid FROM recall_words WHERE recall_words MATCH ?").pluck();
    this.#stored = db.prepare(
      "SELECT id, source, sessionKey, messageId, speaker, date, text FROM recall_entries WHERE number = ?",
    );
    this.#place = db.prepare(`SELECT ${shape} FROM recall_entries WHERE number = ?`);
    this.#around = db.prepare(`
      SELECT ${shape} FROM recall_entries WHERE groupName = ? AND position BETWEEN ? AND ?`);
  }

  stamps(): Readonly<Record<string, string>> {
    const rows = this.#db.prepare("SELECT name, stamp FROM recall_groups").all();
    const known = z.array(z.object({ name: z.string(), stamp: z.string() })).parse(rows);
    return Object.fromEntries(known.map(({ name, stamp }) => [name, stamp]));
  }

  /** The numbers of the entries that are gone with it. */
  replace({ group, stamp, entries }: RecallGroup): readonly number[] {
    return this.#change(() => {
      const gone = this.#removeAll(group);
      this.#addAll(group, stamp, entries);
      return gone;
    });
  }

  append({ group, stamp, entries }: RecallGroup): readonly number[] {
    return this.#change(() => {
      const gone = entries.flatMap(({ id }) => this.#deleteWhere("groupName = ? AND id = ?", [group, id]));
      this.#addAll(group, stamp, entries);
      return gone;
    });
  }

  remove(group: string): readonly number[] {
    return this.#change(() => this.#removeAll(group));
  }

  count(): number {
    this.#count ??= z.number().parse(this.#db.prepare("SELECT count(*) FROM recall_entries").pluck().get());
    return this.#count;
  }

  speakers(): ReadonlySet<string> {
    if (this.#speakers === null) {
      const rows = this.#db.prepare("SELECT DISTINCT speaker FROM recall_entries WHERE speaker <> ''").pluck().all();
      this.#speakers = new Set(z.array(z.string()).parse(rows));
    }
    return this.#speakers;
  }

  /** The numbers of the entries that a full-text expression finds. */
  found(expression: string): readonly number[] {
    return z.array(z.number()).parse(this.#withWord.all(expression));
  }

  /** An entry with those beside it in its group, up to a distance. */
  around(number: number, distance: number): readonly KnownEntry[] {
    const row = this.#place.get(number);
    if (row === undefined) return [];
    const entry = candidateSchema.parse(row);
    if (entry.source !== "message") return [entry];
    const { group, position } = entry;
    return this.#around.all(group, position - distance, position + distance).map((one) => candidateSchema.parse(one));
  }

  entry(number: number): RecallEntry | null {
    const row = this.#stored.get(number);
    return row === undefined ? null : storedSchema.parse(row);
  }

  /** Numbers of entries, evenly over all of them. */
  sample(count: number): readonly number[] {
    const step = Math.max(1, Math.floor(this.count() / count));
    const sql = `SELECT number FROM (SELECT number, row_number() OVER (ORDER BY number) AS place FROM recall_entries)
      WHERE place % ? = 0 LIMIT ?`;
    return z.array(z.number()).parse(this.#db.prepare(sql).pluck().all(step, count));
  }

  #change(work: () => readonly number[]): readonly number[] {
    const gone = this.#db.transaction(work)();
    this.#count = null;
    this.#speakers = null;
    return gone;
  }

  #addAll(group: string, stamp: string, entries: readonly RecallEntry[]): void {
    this.#db.prepare("INSERT OR REPLACE INTO recall_groups (name, stamp) VALUES (?, ?)").run(group, stamp);
    const last = this.#db.prepare("SELECT max(position) FROM recall_entries WHERE groupName = ?").pluck().get(group);
    const first = typeof last === "number" ? last + 1 : 0;
    // Of two with one id, which files edited by hand may have, the later one stays.
    const unique = new Map(entries.map((entry) => [entry.id, entry]));
    let position = first;
    for (const entry of unique.values()) {
      this.#insert.run(rowOf(entry, group, position));
      position += 1;
    }
  }

  #removeAll(group: string): readonly number[] {
    this.#db.prepare("DELETE FROM recall_groups WHERE name = ?").run(group);
    return this.#deleteWhere("groupName = ?", [group]);
  }

  #deleteWhere(condition: string, values: readonly string[]): readonly number[] {
    // In this order, since a statement that deletes while it answers would meet its own triggers.
    const rows = this.#db.prepare(`SELECT number FROM recall_entries WHERE ${condition}`).pluck().all(values);
    this.#db.prepare(`DELETE FROM recall_entries WHERE ${condition}`).run(values);
    return z.array(z.number()).parse(rows);
  }
}

function rowOf({ text, date, ...entry }: RecallEntry, group: string, position: number) {
  const kept = text.slice(0, mostLetters).replaceAll("\0", " ");
  const { words, asked, tellsTime } = shapeOf(kept);
  return {
    ...entry,
    group,
    position,
    date: date === null || !Number.isFinite(date) ? null : Math.round(date),
    words,
    asked,
    tellsTime: Number(tellsTime),
    text: kept,
    pairs: letterPairs(kept).join(" "),
  };
}
