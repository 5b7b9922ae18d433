import type { Answer, Question } from "./host-messages.ts";
import { answerSchema } from "./host-messages.ts";

type Unnumbered<Of> = Of extends { readonly number: number } ? Omit<Of, "number"> : never;
/** A question before it has its number. */
type Asked = Unnumbered<Question>;

/** The line to the process that holds the runtime. */
export interface HostLine {
  /** Never throws: a line that breaks answers `failed`. */
  ask(question: Asked): Promise<Answer>;
  readonly isBroken: boolean;
  /** Ends the process and waits until it is gone. */
  end(): Promise<void>;
}

/** Opens the process; `onMessage` and `onExit` are told by it. A stand-in for tests. */
export type OpenHost = (tell: {
  readonly onMessage: (message: unknown) => void;
  readonly onExit: (lastWords: string) => void;
}) => { send(message: object): void; end(patienceMs: number): Promise<void> };

const endPatienceMs = 3000;

export function openHostLine(open: OpenHost): HostLine {
  const waiting = new Map<number, (answer: Answer) => void>();
  let lastNumber = 0;
  let broken: string | null = null;
  const host = open({
    onMessage(message) {
      const parsed = answerSchema.safeParse(message);
      if (!parsed.success) return;
      const { number, answer } = parsed.data;
      waiting.get(number)?.(answer);
      waiting.delete(number);
    },
    onExit(lastWords) {
      broken = lastWords === "" ? "its process ended" : lastWords;
      for (const tell of waiting.values()) tell({ kind: "failed", reason: broken });
      waiting.clear();
    },
  });
  return {
    ask(question) {
      if (broken !== null) return Promise.resolve({ kind: "failed", reason: broken });
      const number = ++lastNumber;
      return new Promise((resolve) => {
        waiting.set(number, resolve);
        host.send({ ...question, number });
      });
    },
    get isBroken() {
      return broken !== null;
    },
    end: () => host.end(endPatienceMs),
  };
}
