import { type AsyncResult, ok, type Result } from "../../../src-preload/contract/result.ts";
import { createLane } from "../../bus/lane.ts";
import type { Log } from "../../host.ts";
import type { QuestionVector, RecallEntry, RecallGroup, RecallHit, RecallQuery } from "../../storage/recall-calls.ts";
import type { RecallStore } from "../../storage/recall-store.ts";

/** A file or chat as it is now: read only where the index has another state of it. */
export interface FollowedGroup {
  readonly group: string;
  /** Anything that changes when the file does: its size and time, its version. */
  readonly stamp: string;
  read(signal: AbortSignal): AsyncResult<readonly RecallEntry[]>;
}

/** What makes texts vectors: an endpoint, with the model that it is asked for. */
export interface Embeddings {
  readonly model: string;
  embed(texts: readonly string[], signal: AbortSignal): Promise<Result<readonly Float32Array[], { message: string }>>;
}

export interface RecallParts {
  readonly store: RecallStore;
  /** Null where only words are searched. Asked each time, since the settings may change. */
  readonly embeddings: () => Embeddings | null;
  /** Told once when the endpoint fails, and again only after it worked in between. */
  readonly onEmbeddingFailure: (message: string) => void;
  readonly log: Log;
}

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
  /** Best first. Never fails for want of vectors. */
  search(question: Omit<RecallQuery, "vector">, signal: AbortSignal): AsyncResult<readonly RecallHit[]>;
  /** Makes vectors for entries that have none, until each has one or the endpoint fails. For the background. */
  embedLacking(signal: AbortSignal): AsyncResult<undefined>;
}

/** Texts that go in one request: what every endpoint takes. */
const batch = 64;

export function createRecall({ store, embeddings, onEmbeddingFailure, log }: RecallParts): Recall {
  const inOrder = createLane();
  let isFailing = false;

  async function vectorsOf(texts: readonly string[], by: Embeddings, signal: AbortSignal) {
    const made = await by.embed(texts, signal);
    if (made.ok && made.value.length === texts.length) {
      isFailing = false;
      return made.value;
    }
    if (!signal.aborted) failed(made.ok ? "" : made.error.message, by);
    return null;
  }

  function failed(message: string, { model }: Embeddings): void {
    if (isFailing) return;
    isFailing = true;
    log("warn", "vectors could not be made: words alone are searched", { model, message });
    onEmbeddingFailure(message);
  }

  async function questionVector(question: string, signal: AbortSignal): Promise<QuestionVector | null> {
    const by = embeddings();
    if (by === null || question.trim() === "") return null;
    const made = await vectorsOf([question], by, signal);
    const values = made?.[0];
    return values === undefined ? null : { model: by.model, values };
  }

  async function embedNext(signal: AbortSignal): AsyncResult<boolean> {
    const by = embeddings();
    if (by === null || signal.aborted) return ok(false);
    const lacking = await store.lacking(by.model, batch);
    if (!lacking.ok) return lacking;
    if (lacking.value.length === 0) return ok(false);
    const texts = lacking.value.map(({ text }) => text);
    const made = await vectorsOf(texts, by, signal);
    if (made === null) return ok(false);
    const vectors = made.map((values, at) => ({ number: lacking.value[at]?.number ?? 0, values }));
    const kept = await store.keepVectors(by.model, vectors);
    if (kept.ok && !kept.value) failed("", by);
    return kept;
  }

  return {
    follow: (groups, signal) => inOrder(() => followAll(groups, store, signal)),
    append: (group) => inOrder(() => store.append(group)),
    replace: (group) => inOrder(() => store.replace(group)),
    remove: (group) => inOrder(() => store.remove(group)),
    search: async (question, signal) =>
      store.search({ ...question, vector: await questionVector(question.text, signal) }),
    embedLacking: async (signal) => {
      for (;;) {
        const more = await embedNext(signal);
        if (!more.ok) return more;
        if (!more.value) return ok(undefined);
      }
    },
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
