import type { Clock, Log } from "../../host.ts";
import { text } from "../../words.ts";
import { createRest } from "./rest.ts";

/** Entries go in batches in the background, a question while a person waits. */
type Asked = "question" | "batch";

/** What stands in the way of vectors, and how long it is rested from: told once, and again only after it worked in between. */
export interface VectorProblem {
  failed(what: Asked, message: string, model: string): void;
  /** A question was not answered in time. Batches may be slow, and go on. */
  late(patienceMs: number, model: string): void;
  worked(what: Asked): void;
  /** How long nothing is asked yet; 0 where it may be. */
  restMs(what: Asked): number;
  /** Something was changed: it is tried again at once. */
  forget(): void;
}

interface ProblemParts {
  readonly clock: Pick<Clock, "monotonic">;
  readonly log: Log;
  /** Why no vectors can be made; null once they can again. */
  readonly onProblem: (message: string | null) => void;
}

export function createVectorProblem({ clock, log, onProblem }: ProblemParts): VectorProblem {
  const batch = createTrouble(clock);
  const question = createTrouble(clock);
  /** Its own, since what is late for a person is not for the background. */
  const lateness = createTrouble(clock);
  let told: string | null = null;

  function tell(model: string | null): void {
    const problem = batch.message ?? question.message ?? lateness.message;
    if (problem === told) return;
    if (problem !== null && told === null) {
      log("warn", "no vectors are made: words alone are searched", { model, message: problem });
    }
    told = problem;
    onProblem(problem);
  }

  return {
    failed(what, message, model) {
      (what === "batch" ? batch : question).begin(message);
      tell(model);
    },
    late(patienceMs, model) {
      lateness.begin(text("recall.vectorsLate", { seconds: patienceMs / 1000 }));
      tell(model);
    },
    worked(what) {
      question.end();
      // That a question is answered says nothing of what is wrong with a batch.
      (what === "batch" ? batch : lateness).end();
      tell(null);
    },
    restMs: (what) =>
      what === "batch" ? batch.leftMs() : Math.max(...[batch, question, lateness].map((one) => one.leftMs())),
    forget() {
      for (const one of [batch, question, lateness]) one.end();
      tell(null);
    },
  };
}

/** One kind of failure: its words while it lasts, and its rest. */
function createTrouble(clock: Pick<Clock, "monotonic">) {
  const rest = createRest(clock);
  let message: string | null = null;
  return {
    get message() {
      return message;
    },
    begin(words: string): void {
      message = words;
      rest.begin();
    },
    end(): void {
      message = null;
      rest.end();
    },
    leftMs: rest.leftMs,
  };
}
