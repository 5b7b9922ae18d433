import type { Database } from "better-sqlite3";
import { assertNever } from "../../../src-preload/contract/result.ts";
import type { Log } from "../../host.ts";
import type { RecallCall, RecallHit, RecallQuery } from "../../storage/recall-calls.ts";
import { judgeVectors } from "./judge-vectors.ts";
import { RecallTable } from "./recall-table.ts";
import { type SearchWeights, searchEntries, searchWeights } from "./search-entries.ts";
import { VectorTable } from "./vector-table.ts";

/** Answers what the index of recall is asked. For the database's thread alone. */
export class RecallService {
  readonly #table: RecallTable;
  readonly #vectors: VectorTable;
  readonly #weights: SearchWeights;

  constructor(db: Database, log: Log, weights: SearchWeights = searchWeights) {
    this.#weights = weights;
    this.#table = new RecallTable(db);
    this.#vectors = new VectorTable(db, log);
  }

  /** What is answered has the shape that `storage/recall-store.ts` reads. */
  answer(call: RecallCall): unknown {
    switch (call.kind) {
      case "stamps":
        return this.#table.stamps();
      case "replace":
        return this.#vectors.remove(this.#table.replace(call.group));
      case "append":
        return this.#vectors.remove(this.#table.append(call.group));
      case "remove":
        return this.#vectors.remove(this.#table.remove(call.group));
      case "search":
        return this.#search(call.query);
      case "lacking":
        return this.#vectors.lacking(call.model, call.limit);
      case "vector-state":
        return this.#vectors.state(call.model);
      case "forget-vectors":
        return this.#vectors.clear();
      case "keep-vectors": {
        const isKept = this.#vectors.keep(call.model, call.vectors);
        if (isKept) judgeVectors(this.#table, this.#vectors);
        return isKept;
      }
      default:
        return assertNever(call);
    }
  }

  #search(query: RecallQuery): readonly RecallHit[] {
    const { vector } = query;
    const trust = this.#vectors.model()?.trust ?? 0;
    const nearness = vector === null ? null : { near: this.#vectors.near(vector), trust };
    return searchEntries(query, this.#table, nearness, this.#weights).map(({ entry, score }) => ({ entry, score }));
  }
}
