import Sqlite from "better-sqlite3";
import { RecallService } from "../../../src-main/knowledge/recall/recall-service.ts";
import { type SearchWeights, searchWeights } from "../../../src-main/knowledge/recall/search-entries.ts";
import { isStopWord } from "../../../src-main/knowledge/recall/stop-words.ts";
import { wordsOf } from "../../../src-main/knowledge/recall/words.ts";
import { migrate } from "../../../src-main/storage/open-database.ts";
import { hitsSchema, lackingListSchema, recallSources } from "../../../src-main/storage/recall-calls.ts";
import { type Dialogue, entriesOf } from "./dialogue.ts";
import type { MadeUpEmbedding } from "./made-up-embeddings.ts";

/** The part of the turns that answer a question which is among the first five and ten, over all questions, in per cent. */
export interface RecallFigure {
  readonly questions: number;
  readonly atFive: number;
  readonly atTen: number;
}

/** Ids of turns for a question, best first. */
type Finder = (question: string) => readonly string[];

/** The figure of all questions under "all", and that of each kind. Questions without a turn that is there do not count. */
export function measureFinder(dialogue: Dialogue, find: Finder): ReadonlyMap<string, RecallFigure> {
  const known = new Set(dialogue.turns.map(({ id }) => id));
  const sums = new Map<string, { questions: number; five: number; ten: number }>();
  for (const { text, evidence, kind } of dialogue.questions) {
    const wanted = [...new Set(evidence)].filter((id) => known.has(id));
    if (wanted.length === 0) continue;
    const found = find(text);
    const part = (count: number): number => {
      const first = new Set(found.slice(0, count));
      return wanted.filter((id) => first.has(id)).length / wanted.length;
    };
    for (const name of new Set(["all", kind].filter((one) => one !== ""))) {
      const sum = sums.get(name) ?? { questions: 0, five: 0, ten: 0 };
      sums.set(name, { questions: sum.questions + 1, five: sum.five + part(5), ten: sum.ten + part(10) });
    }
  }
  const inPerCent = (value: number, of: number): number => (100 * value) / of;
  return new Map(
    [...sums].map(([name, { questions, five, ten }]) => [
      name,
      { questions, atFive: inPerCent(five, questions), atTen: inPerCent(ten, questions) },
    ]),
  );
}

/** FTS5 as it comes, with Porter stemming and bm25 over the content words of the question. */
export function plainFinder(turns: Dialogue["turns"]): Finder {
  const db = new Sqlite(":memory:");
  db.exec("CREATE VIRTUAL TABLE turns USING fts5(text, tokenize = 'porter unicode61')");
  const insert = db.prepare("INSERT INTO turns (rowid, text) VALUES (?, ?)");
  for (const [at, { text }] of turns.entries()) insert.run(at, text);
  const search = db.prepare("SELECT rowid FROM turns WHERE turns MATCH ? ORDER BY rank LIMIT 10").pluck();
  return (question) => {
    const words = new Set(wordsOf(question).filter((word) => !isStopWord(word)));
    if (words.size === 0) return [];
    const rows = search.all([...words].map((word) => `"${word}"`).join(" OR "));
    return rows.map((row) => turns[Number(row)]?.id ?? "");
  };
}

/** A service with an index of these turns, in memory. */
export function serviceOf(turns: Dialogue["turns"], weights: SearchWeights = searchWeights): RecallService {
  const db = new Sqlite(":memory:");
  migrate(db);
  const service = new RecallService(db, () => undefined, weights);
  service.answer({ kind: "replace", group: { group: "dialogue", stamp: "1", entries: entriesOf(turns) } });
  return service;
}

const model = "made-up/model";

/** Our ranking, with vectors joined in where a way to make them is given, and without an ingredient where one is named. */
export function ourFinder(turns: Dialogue["turns"], embed: MadeUpEmbedding | null = null, without = ""): Finder {
  const service = serviceOf(
    turns,
    Object.hasOwn(searchWeights, without) ? { ...searchWeights, [without]: 0 } : searchWeights,
  );
  if (embed !== null) {
    const lacking = lackingListSchema.parse(service.answer({ kind: "lacking", model, limit: turns.length }));
    const vectors = lacking.map(({ number, text }) => ({ number, values: embed(text) }));
    service.answer({ kind: "keep-vectors", model, vectors });
  }
  const now = Math.max(0, ...entriesOf(turns).map(({ date }) => date ?? 0));
  return (text) => {
    const vector = embed === null ? null : { model, values: embed(text) };
    const query = { text, limit: 10, exclude: [], sources: recallSources, now, vector };
    return hitsSchema
      .parse(service.answer({ kind: "search", query }))
      .map(({ entry }) => turns[Number(entry.id)]?.id ?? "");
  };
}
