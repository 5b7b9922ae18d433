import type { AsyncResult } from "../../src-preload/contract/result.ts";
import { z } from "../../src-preload/contract/zod.ts";
import {
  type EntryVector,
  type EntryWithoutVector,
  hitsSchema,
  lackingListSchema,
  type RecallCall,
  type RecallGroup,
  type RecallHit,
  type RecallQuery,
  stampsSchema,
  type VectorState,
  vectorStateSchema,
} from "./recall-calls.ts";

/** The index of what can be recalled. It is built from files: whoever reads them keeps it in step by the stamps. */
export interface RecallStore {
  /** The stamp of each group that the index has. */
  stamps(): AsyncResult<Readonly<Record<string, string>>>;
  replace(group: RecallGroup): AsyncResult<undefined>;
  append(group: RecallGroup): AsyncResult<undefined>;
  remove(group: string): AsyncResult<undefined>;
  /** Best first. */
  search(query: RecallQuery): AsyncResult<readonly RecallHit[]>;
  /** Entries that have no vector of this model yet; a model of another name makes those that are kept void. */
  lacking(model: string, limit: number): AsyncResult<readonly EntryWithoutVector[]>;
  /** How far the vectors of this model are. */
  vectorState(model: string): AsyncResult<VectorState>;
  /** All are made anew from now on. */
  forgetVectors(): AsyncResult<undefined>;
  /** False when they are of no use: not all of one length, or not of that of the others, or not numbers. */
  keepVectors(model: string, vectors: readonly EntryVector[]): AsyncResult<boolean>;
}

type Ask = <Value>(call: RecallCall, schema: z.ZodType<Value>) => AsyncResult<Value>;

export function createRecallStore(ask: Ask): RecallStore {
  return {
    stamps: () => ask({ kind: "stamps" }, stampsSchema),
    replace: (group) => ask({ kind: "replace", group }, z.undefined()),
    append: (group) => ask({ kind: "append", group }, z.undefined()),
    remove: (group) => ask({ kind: "remove", group }, z.undefined()),
    search: (query) => ask({ kind: "search", query }, hitsSchema),
    lacking: (model, limit) => ask({ kind: "lacking", model, limit }, lackingListSchema),
    vectorState: (model) => ask({ kind: "vector-state", model }, vectorStateSchema),
    forgetVectors: () => ask({ kind: "forget-vectors" }, z.undefined()),
    keepVectors: (model, vectors) => ask({ kind: "keep-vectors", model, vectors }, z.boolean()),
  };
}
