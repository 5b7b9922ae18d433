import type { Database, Statement } from "better-sqlite3";
import { sessionKeySchema } from "../../../src-preload/contract/ids.ts";
import { z } from "../../../src-preload/contract/zod.ts";
import { type RecallEntry, type RecallGroup, recallSources } from "../../storage/recall-calls.ts";
import { shapeOf } from "./entry-shape.ts";
import type { Candidate } from "./rank-entries.ts";
import { letterPairs } from "./words.ts";

/** Of a longer text the beginning is kept: a file that somebody pasted is not what was said. */
const mostLetters = 200_000;
/** The last moment that a date can name, in ms. */
const latestDate = 8.64e15;

/** What the table knows of an entry for the question that is asked. */
export type KnownEntry = Omit<Candidate, "matched">;
/** Hundreds are read for each question: that the columns are of these types is what a STRICT table promises. */
interface KnownRow {
  readonly number: number;
  readonly group: number;
  readonly position: number;
  readonly isMessage: number;
  readonly isSpeaker: number;
  readonly date: number | null;
  readonly words: number;
  readonly asked: number;
  readonly tellsTime: number;
}

const storedSchema = z.object({
  id: z.string(),
  source: z.enum(recallSources),
  sessionKey: sessionKeySchema.nullable(),
  messageId: z.string().nullable(),
  speaker: z.string(),
  date: z.number().nullable(),
  text: z.string(),
});

const knownSql = `
  SELECT one.number, one.inGroup AS "group", one.position, one.source = 'message' AS isMessage, one.speaker = ? AS isSpeaker,
    one.date, one.words, one.asked, one.tellsTime
  FROM recall_entries AS middle JOIN recall_entries AS one
    ON one.inGroup = middle.inGroup AND one.position BETWEEN middle.position - ? AND middle.position + ?
  WHERE middle.number = ?`;

/** The entries that can be recalled, and their words. Synchronous: for the database's thread alone. */
export class RecallTable {
  readonly #db: Database;
  readonly #insert: Statement;
  readonly #withWord: Statement<[string, number], number>;
  readonly #stored: Statement;
  readonly #around: Statement<[string, number, number, number], KnownRow>;
  #count: number | null = null;
  #speakers: ReadonlySet<string> | null = null;

  constructor(db: Database) {
    this.#db = db;
    this.#insert = db.prepare(`
      INSERT INTO recall_entries
        (inGroup, position, id, source, sessionKey, messageId, speaker, date, words, asked, tellsTime, text, pairs)
      VALUES (@group, @position, @id, @source, @sessionKey, @messageId, @speaker, @date, @words, @asked, @tellsTime, @text, @pairs)`);
    this.#withWord = db
      .prepare<[string, number], number>("SELECT rowid FROM recall_words WHERE recall_words MATCH ? LIMIT ?")
      .pluck();
    this.#stored = db.prepare(
      "SELECT id, source, sessionKey, messageId, speaker, date, text FROM recall_entries WHERE number = ?",
    );
    this.#around = db.prepare(knownSql);
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
      const inGroup = this.#numberOf(group);
      const gone =
        inGroup === null ? [] : entries.flatMap(({ id }) => this.#deleteWhere("inGroup = ? AND id = ?", [inGroup, id]));
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

  /** The numbers of the entries that a full-text expression finds, as many as are wanted. */
  found(expression: string, most: number): readonly number[] {
    return this.#withWord.all(expression, most);
  }

  /** An entry with those beside it in its group, up to a distance. `speaker`: whose words are asked for, null for nobody's. */
  around(number: number, distance: number, speaker: string | null): readonly KnownEntry[] {
    return this.#around.all(speaker ?? "", distance, distance, number).map((row) => ({
      ...row,
      isMessage: row.isMessage !== 0,
      isSpeaker: speaker !== null && row.isSpeaker !== 0,
      tellsTime: row.tellsTime !== 0,
    }));
  }

  /** The message after this one in its chat. */
  next(number: number): number | null {
    const sql = `SELECT next.number FROM recall_entries AS one JOIN recall_entries AS next
      ON next.inGroup = one.inGroup AND next.position = one.position + 1 WHERE one.number = ? AND one.source = 'message'`;
    const found = this.#db.prepare(sql).pluck().get(number);
    return typeof found === "number" ? found : null;
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

  #numberOf(group: string): number | null {
    const number = this.#db.prepare("SELECT number FROM recall_groups WHERE name = ?").pluck().get(group);
    return typeof number === "number" ? number : null;
  }

  #addAll(group: string, stamp: string, entries: readonly RecallEntry[]): void {
    const keep =
      "INSERT INTO recall_groups (name, stamp) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET stamp = excluded.stamp";
    this.#db.prepare(keep).run(group, stamp);
    const inGroup = z.number().parse(this.#numberOf(group));
    const last = this.#db.prepare("SELECT max(position) FROM recall_entries WHERE inGroup = ?").pluck().get(inGroup);
    let position = typeof last === "number" ? last + 1 : 0;
    // Of two with one id, which files edited by hand may have, the later one stays.
    for (const entry of new Map(entries.map((one) => [one.id, one])).values()) {
      this.#insert.run(rowOf(entry, inGroup, position));
      position += 1;
    }
  }

  #removeAll(group: string): readonly number[] {
    const inGroup = this.#numberOf(group);
    if (inGroup === null) return [];
    this.#db.prepare("DELETE FROM recall_groups WHERE number = ?").run(inGroup);
    return this.#deleteWhere("inGroup = ?", [inGroup]);
  }

  #deleteWhere(condition: string, values: readonly (string | number)[]): readonly number[] {
    const numbers = this.#db
      .prepare(`SELECT number FROM recall_entries WHERE ${condition}`)
      .pluck()
      .all(...values);
    this.#db.prepare(`DELETE FROM recall_entries WHERE ${condition}`).run(...values);
    return z.array(z.number()).parse(numbers);
  }
}

function rowOf({ text, date, ...entry }: RecallEntry, group: number, position: number) {
  const kept = text.slice(0, mostLetters).replaceAll("\0", " ");
  const { words, asked, tellsTime } = shapeOf(kept);
  return {
    ...entry,
    group,
    position,
    date: date === null || !(Math.abs(date) <= latestDate) ? null : Math.round(date),
    words,
    asked,
    tellsTime: Number(tellsTime),
    text: kept,
    pairs: letterPairs(kept).join(" "),
  };
}
