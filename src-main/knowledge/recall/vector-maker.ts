import { type AsyncResult, ok, type Result } from "../../../src-preload/contract/result.ts";
import type { Clock, Log } from "../../host.ts";
import type { EntryVector, EntryWithoutVector, QuestionVector } from "../../storage/recall-calls.ts";
import type { RecallStore } from "../../storage/recall-store.ts";
import { text } from "../../words.ts";
import { createVectorProblem } from "./vector-problem.ts";

/** What makes texts vectors: an endpoint, with the model that it is asked for. */
export interface Embeddings {
  /** Also of which address: vectors of another one are no use. */
  readonly model: string;
  embed(texts: readonly string[], signal: AbortSignal): Promise<Result<readonly Float32Array[], { message: string }>>;
}

export interface VectorMakerParts {
  readonly store: RecallStore;
  /** Null where only words are searched. Asked each time, since the settings may change. */
  readonly embeddings: () => Promise<Embeddings | null>;
  /** Told once when no vectors can be made any more, and why; null once they can again. */
  readonly onProblem: (message: string | null) => void;
  readonly log: Log;
  readonly clock: Pick<Clock, "monotonic" | "setTimer">;
}

/** What became of one batch. `waits`: it may be tried again after so many ms. */
export type EmbeddedBatch = { readonly kind: "made" | "whole" } | { readonly kind: "waits"; readonly forMs: number };

/** No question waits longer for its vector: words answer it without one. */
const patienceMs = 500;
/** Texts that go in one request, and letters: what every endpoint takes. */
const batch = { texts: 64, letters: 60_000 };

/** Vectors of questions and of entries, as far as they can be had: what fails is told once and rested from. */
export interface VectorMaker {
  /** Null where it cannot be had at once. */
  ofQuestion(question: string, signal: AbortSignal): Promise<QuestionVector | null>;
  next(signal: AbortSignal): AsyncResult<EmbeddedBatch>;
  endRest(): void;
}

export function createVectorMaker({ store, embeddings, clock, ...told }: VectorMakerParts): VectorMaker {
  const problem = createVectorProblem({ clock, ...told });
  const keep = createKeeper(store);

  /** Null where it failed, which is told, or was stopped. */
  async function vectorsOf(what: "question" | "batch", texts: readonly string[], by: Embeddings, signal: AbortSignal) {
    const made = await by.embed(texts, signal);
    if (signal.aborted) return null;
    if (made.ok && made.value.length === texts.length) return made.value;
    problem.failed(what, made.ok ? text("recall.vectorsUnfit") : made.error.message, by.model);
    return null;
  }

  return {
    async ofQuestion(question, signal) {
      const by = await embeddings();
      if (by === null || question.trim() === "" || problem.restMs("question") > 0) return null;
      const late = new AbortController();
      using _patience = clock.setTimer(patienceMs, () => {
        problem.late(patienceMs, by.model);
        late.abort();
      });
      const made = await vectorsOf("question", [question], by, AbortSignal.any([signal, late.signal]));
      const values = made?.[0];
      if (values === undefined) return null;
      problem.worked("question");
      return { model: by.model, values };
    },
    async next(signal) {
      const by = await embeddings();
      if (by === null || signal.aborted) return ok({ kind: "whole" });
      const waits = (): EmbeddedBatch => ({ kind: "waits", forMs: problem.restMs("batch") });
      if (problem.restMs("batch") > 0) return ok(waits());
      const lacking = await store.lacking(by.model, batch.texts);
      if (!lacking.ok) return lacking;
      const some = withinLetters(lacking.value);
      if (some.length === 0) return ok({ kind: "whole" });
      const texts = some.map(({ text: words }) => words);
      const made = await vectorsOf("batch", texts, by, signal);
      if (made === null) return ok(waits());
      const vectors = made.map((values, at) => ({ number: some[at]?.number ?? 0, values }));
      const kept = await keep(by.model, vectors);
      if (!kept.ok) return kept;
      if (kept.value) problem.worked("batch");
      else problem.failed("batch", text("recall.vectorsUnfit"), by.model);
      return ok(kept.value ? { kind: "made" } : waits());
    },
    endRest: problem.forget,
  };
}

/**
 * Keeps vectors; false where they are of no use. Those of another length than before may be of another model behind the same
 * name: all are made anew then. Once, since an endpoint may also answer now so and now so.
 */
function createKeeper(store: RecallStore) {
  let wasForgotten = false;
  return async (model: string, vectors: readonly EntryVector[]): AsyncResult<boolean> => {
    const kept = await store.keepVectors(model, vectors);
    if (!kept.ok || kept.value || wasForgotten) return kept;
    wasForgotten = true;
    const forgotten = await store.forgetVectors();
    return forgotten.ok ? store.keepVectors(model, vectors) : forgotten;
  };
}

function withinLetters(entries: readonly EntryWithoutVector[]): readonly EntryWithoutVector[] {
  let letters = 0;
  return entries.filter((entry, at) => {
    letters += entry.text.length;
    return at === 0 || letters <= batch.letters;
  });
}
