import type { SessionKey } from "../../src-preload/contract/ids.ts";
import { sessionKeySchema } from "../../src-preload/contract/ids.ts";
import { z } from "../../src-preload/contract/zod.ts";

/*
 * What the index of recall is told and asked over the port of the database's thread.
 */

export const recallSources = ["fact", "log", "message"] as const;
export type RecallSource = (typeof recallSources)[number];

/** One thing that can be recalled: a fact, a line of the log, a message. */
export interface RecallEntry {
  /** Unique within its group. */
  readonly id: string;
  readonly source: RecallSource;
  /** The chat that it comes from; null for what no chat said. */
  readonly sessionKey: SessionKey | null;
  readonly messageId: string | null;
  /** Who said it; "" where nobody did. */
  readonly speaker: string;
  /** Ms since 1970; null where nothing tells. */
  readonly date: number | null;
  readonly text: string;
}

/** The entries of one file or chat, in their order, and the state of it that they were read from. */
export interface RecallGroup {
  readonly group: string;
  /** Anything that changes when the file does. */
  readonly stamp: string;
  readonly entries: readonly RecallEntry[];
}

/** A question as a vector, with the model that made it. */
export interface QuestionVector {
  readonly model: string;
  readonly values: Float32Array;
}

export interface RecallQuery {
  readonly text: string;
  readonly limit: number;
  /** Ids of entries that are not wanted, since they are loaded anyway. */
  readonly exclude: readonly string[];
  readonly sources: readonly RecallSource[];
  /** Ms since 1970: what "last week" is counted from. */
  readonly now: number;
  readonly vector: QuestionVector | null;
}

/** The vector of the entry with this number. */
export interface EntryVector {
  readonly number: number;
  readonly values: Float32Array;
}

export type RecallCall =
  | { readonly kind: "stamps" }
  /** These are the entries of the group now, and no others. */
  | { readonly kind: "replace"; readonly group: RecallGroup }
  /** These come after those that the group has; one with a known id takes its place at the end. */
  | { readonly kind: "append"; readonly group: RecallGroup }
  | { readonly kind: "remove"; readonly group: string }
  | { readonly kind: "search"; readonly query: RecallQuery }
  /** Entries without a vector of this model. Vectors of another model are dropped. */
  | { readonly kind: "lacking"; readonly model: string; readonly limit: number }
  /** How far the vectors of this model are. */
  | { readonly kind: "vector-state"; readonly model: string }
  | { readonly kind: "forget-vectors" }
  | { readonly kind: "keep-vectors"; readonly model: string; readonly vectors: readonly EntryVector[] };

const entrySchema = z.object({
  id: z.string(),
  source: z.enum(recallSources),
  sessionKey: sessionKeySchema.nullable(),
  messageId: z.string().nullable(),
  speaker: z.string(),
  date: z.number().nullable(),
  text: z.string(),
});

const hitSchema = z.object({ entry: entrySchema, score: z.number() });
/** Scores say the order, and mean nothing beside those of another question. */
export type RecallHit = z.infer<typeof hitSchema>;

export const hitsSchema = z.array(hitSchema);
export const stampsSchema = z.record(z.string(), z.string());
const lackingSchema = z.object({ number: z.number(), text: z.string() });
export type EntryWithoutVector = z.infer<typeof lackingSchema>;
export const lackingListSchema = z.array(lackingSchema);

/** How far the vectors of a model are: entries that have one, all that could have one, and letters of those that lack one. */
export const vectorStateSchema = z.object({ made: z.number(), all: z.number(), lackingChars: z.number() });
export type VectorState = z.infer<typeof vectorStateSchema>;
