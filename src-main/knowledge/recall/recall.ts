import { type AsyncResult, ok } from "../../../src-preload/contract/result.ts";
import { createLane } from "../../bus/lane.ts";
import type { RecallEntry, RecallGroup, RecallHit, RecallQuery } from "../../storage/recall-calls.ts";
import type { RecallStore } from "../../storage/recall-store.ts";
import { createVectorMaker, type EmbeddedBatch, type VectorMakerParts } from "./vector-maker.ts";

/** A file or chat as it is now: read only where the index has another state of it. */
export interface FollowedGroup {
  readonly group: string;
  /** Anything that changes when the file does: its size and time, its version. */
  readonly stamp: string;
  read(signal: AbortSignal): AsyncResult<readonly RecallEntry[]>;
}

export type RecallParts = VectorMakerParts;

export interface Recall {
  /**
   * Brings the index up to date with these groups, which are all there are: what others changed is read again, what is gone is
   * forgotten. A group that cannot be read keeps what was known of it.
   */
  follow(groups: readonly FollowedGroup[], signal: AbortSignal): AsyncResult<undefined>;
  /** What was said just now, behind what the index has of its chat. */
  append(group: RecallGroup): AsyncResult<undefined>;
  /** These are the entries of the group now. */
  replace(group: RecallGroup): AsyncResult<undefined>;
  remove(group: string): AsyncResult<undefined>;
  /** Best first. Never fails for want of vectors, and never waits long for one. */
  search(question: Omit<RecallQuery, "vector">, signal: AbortSignal): AsyncResult<readonly RecallHit[]>;
  /** Makes vectors for some entries that have none. For the background. */
  embedNext(signal: AbortSignal): AsyncResult<EmbeddedBatch>;
  /** Asks again although it failed: something was changed. */
  endRest(): void;
}

export function createRecall({ store, ...parts }: RecallParts): Recall {
  const inOrder = createLane();
  const vectors = createVectorMaker({ store, ...parts });
  return {
    follow: (groups, signal) => inOrder(() => followAll(groups, store, signal)),
    append: (group) => inOrder(() => store.append(group)),
    replace: (group) => inOrder(() => store.replace(group)),
    remove: (group) => inOrder(() => store.remove(group)),
    search: async (question, signal) =>
      store.search({ ...question, vector: await vectors.ofQuestion(question.text, signal) }),
    embedNext: vectors.next,
    endRest: vectors.endRest,
  };
}

async function followAll(
  groups: readonly FollowedGroup[],
  store: RecallStore,
  signal: AbortSignal,
): AsyncResult<undefined> {
  const known = await store.stamps();
  if (!known.ok) return known;
  const stamps = new Map(Object.entries(known.value));
  for (const { group, stamp, read } of groups) {
    if (signal.aborted) return ok(undefined);
    const isKnown = stamps.get(group) === stamp;
    stamps.delete(group);
    if (isKnown) continue;
    const entries = await read(signal);
    if (!entries.ok) continue;
    const replaced = await store.replace({ group, stamp, entries: entries.value });
    if (!replaced.ok) return replaced;
  }
  for (const group of stamps.keys()) {
    const removed = await store.remove(group);
    if (!removed.ok) return removed;
  }
  return ok(undefined);
}
