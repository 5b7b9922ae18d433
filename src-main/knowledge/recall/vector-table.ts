import type { Database } from "better-sqlite3";
import { getLoadablePath } from "sqlite-vec";
import { z } from "../../../src-preload/contract/zod.ts";
import type { Log } from "../../host.ts";
import { realFile } from "../../real-files.ts";
import {
  type EntryVector,
  type EntryWithoutVector,
  type QuestionVector,
  type VectorState,
  vectorStateSchema,
} from "../../storage/recall-calls.ts";
import { reasonOf } from "../../thrown.ts";
import type { NearEntry } from "./add-nearness.ts";

/** The model whose vectors are kept, and what is thought of it. */
const modelSchema = z.object({
  name: z.string(),
  dimensions: z.number(),
  trust: z.number(),
  /** How many vectors there were when the trust was judged. */
  judgedAt: z.number(),
});
type KeptModel = z.infer<typeof modelSchema>;

/** What a vector may have; sqlite-vec searches no more than 8,192. */
const mostDimensions = 8192;
/** Letters of an entry that are sent to be made a vector: models read a page at the most. */
const lettersSent = 4000;
/** Found by the signs of the numbers alone, which is fast, and put in order by the numbers themselves. */
const mostNear = 64;

const lackingSchema = z.array(z.object({ number: z.number(), text: z.string() }));
const nearSchema = z.array(z.object({ number: z.number(), likeness: z.number().nullable() }));

/** The vectors of entries, all of one model. Synchronous: for the database's thread alone. */
export class VectorTable {
  readonly #db: Database;
  readonly #log: Log;
  #isLoaded: boolean | null = null;

  constructor(db: Database, log: Log) {
    this.#db = db;
    this.#log = log;
  }

  /** Entries that have no vector of this model, newest first. Vectors of another model are dropped. */
  lacking(model: string, limit: number): readonly EntryWithoutVector[] {
    if (!this.#isUsable()) return [];
    if (this.model()?.name !== model) this.clear();
    const sql = `SELECT number, substr(text, 1, ${lettersSent}) AS text FROM recall_entries
      WHERE trim(text) <> '' AND number NOT IN (SELECT number FROM recall_vectors) ORDER BY number DESC LIMIT ?`;
    return lackingSchema.parse(this.#db.prepare(sql).all(limit));
  }

  /** How far the vectors of this model are; those of another one count for nothing. */
  state(model: string): VectorState {
    const kept =
      this.model()?.name === model ? "EXISTS (SELECT 1 FROM recall_vectors AS v WHERE v.number = e.number)" : "0";
    const sql = `SELECT ifnull(sum(${kept}), 0) AS made, count(*) AS "all",
        ifnull(sum(CASE WHEN ${kept} THEN 0 ELSE min(length(text), ${lettersSent}) END), 0) AS lackingChars
      FROM recall_entries AS e WHERE trim(text) <> ''`;
    return vectorStateSchema.parse(this.#db.prepare(sql).get());
  }

  /** Forgets them all. */
  clear(): undefined {
    this.#db.transaction(() => {
      if (this.#isUsable()) this.#db.exec("DROP TABLE IF EXISTS recall_near");
      this.#db.exec("DELETE FROM recall_vectors; DELETE FROM recall_model");
    })();
  }

  /** Keeps vectors of entries that are still there. Those of another length than the first are refused, all of them. */
  keep(model: string, vectors: readonly EntryVector[]): boolean {
    const length = vectors[0]?.values.length ?? 0;
    if (length === 0 || length > mostDimensions || !this.#isUsable()) return false;
    const isSound = vectors.every(({ values }) => values.length === length && values.every(Number.isFinite));
    const known = this.model();
    const isOther = known !== null && known.name === model && known.dimensions !== length;
    if (!isSound || isOther) return false;
    if (known?.name !== model) this.#begin(model, length);
    this.#db.transaction(() => {
      for (const { number, values } of vectors) this.#put(number, values);
    })();
    return true;
  }

  remove(numbers: readonly number[]): void {
    if (numbers.length === 0 || this.model() === null) return;
    this.#db.transaction(() => {
      for (const number of numbers) {
        this.#db.prepare("DELETE FROM recall_vectors WHERE number = ?").run(number);
        // Where it cannot be reached, its row finds no vector any more, and counts for nothing.
        if (this.#isUsable()) this.#db.prepare("DELETE FROM recall_near WHERE number = ?").run(BigInt(number));
      }
    })();
  }

  /** The entries that are most like a question; none where its vector is not of the model that is kept. */
  near({ model, values }: QuestionVector): readonly NearEntry[] {
    const known = this.model();
    if (known === null || known.name !== model || known.dimensions !== values.length || !this.#isUsable()) return [];
    const rows = this.#db
      .prepare(
        `SELECT number, 1 - vec_distance_cosine(vector, @exact) AS likeness FROM recall_vectors WHERE number IN (
           SELECT number FROM recall_near WHERE signs MATCH vec_quantize_binary(@padded) AND k = ${mostNear})`,
      )
      .all({ exact: bytesOf(values), padded: bytesOf(padded(values)) });
    return nearSchema.parse(rows).flatMap(({ number, likeness }) => (likeness === null ? [] : [{ number, likeness }]));
  }

  /** How much two entries are like one another; null where one has no vector. */
  likeness(one: number, other: number): number | null {
    const sql = `SELECT 1 - vec_distance_cosine(a.vector, b.vector) FROM recall_vectors AS a, recall_vectors AS b
      WHERE a.number = ? AND b.number = ?`;
    const found = this.#isUsable() ? this.#db.prepare(sql).pluck().get(one, other) : null;
    return typeof found === "number" ? found : null;
  }

  model(): KeptModel | null {
    const row = this.#db.prepare("SELECT name, dimensions, trust, judgedAt FROM recall_model").get();
    return row === undefined ? null : modelSchema.parse(row);
  }

  count(): number {
    return z.number().parse(this.#db.prepare("SELECT count(*) FROM recall_vectors").pluck().get());
  }

  judge(trust: number): void {
    this.#db.prepare("UPDATE recall_model SET trust = ?, judgedAt = ?").run(trust, this.count());
  }

  #put(number: number, values: Float32Array): void {
    if (this.#db.prepare("SELECT 1 FROM recall_entries WHERE number = ?").get(number) === undefined) return;
    this.#db
      .prepare("INSERT OR REPLACE INTO recall_vectors (number, vector) VALUES (?, ?)")
      .run(number, bytesOf(values));
    this.#db.prepare("DELETE FROM recall_near WHERE number = ?").run(BigInt(number));
    this.#db
      .prepare("INSERT INTO recall_near (number, signs) VALUES (?, vec_quantize_binary(?))")
      .run(BigInt(number), bytesOf(padded(values)));
  }

  #begin(model: string, dimensions: number): void {
    this.clear();
    this.#db.transaction(() => {
      const bits = padded(new Float32Array(dimensions)).length;
      this.#db.exec(`CREATE VIRTUAL TABLE recall_near USING vec0(number INTEGER PRIMARY KEY, signs bit[${bits}])`);
      const sql = "INSERT INTO recall_model (one, name, dimensions, trust, judgedAt) VALUES (1, ?, ?, ?, 0)";
      this.#db.prepare(sql).run(model, dimensions, trustOfUnknown);
    })();
  }

  /** Loads what searches vectors. Where that cannot be had, words alone are searched. */
  #isUsable(): boolean {
    if (this.#isLoaded !== null) return this.#isLoaded;
    try {
      this.#db.loadExtension(realFile(getLoadablePath()));
      this.#isLoaded = true;
    } catch (error) {
      this.#log("warn", "vectors cannot be searched on this machine", { reason: reasonOf(error) });
      this.#isLoaded = false;
    }
    return this.#isLoaded;
  }
}

/** Of a model that has too few vectors to be judged. */
export const trustOfUnknown = 0.05;

/** A table of bits wants whole bytes. */
function padded(values: Float32Array): Float32Array {
  if (values.length % 8 === 0) return values;
  const longer = new Float32Array(Math.ceil(values.length / 8) * 8);
  longer.set(values);
  return longer;
}

function bytesOf(values: Float32Array): Buffer {
  return Buffer.from(values.buffer, values.byteOffset, values.byteLength);
}
