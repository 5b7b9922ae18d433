import type { ProviderState } from "../../src-preload/contract/providers.ts";
import { assertNever } from "../../src-preload/contract/result.ts";
import { addressOfBase } from "../models/addresses.ts";
import type { ModelError } from "../models/model.ts";
import { text } from "../words.ts";
import type { LastAnswer } from "./learnt-file.ts";
import type { AskedAt, LearntModels } from "./learnt-models.ts";
import { plainName } from "./provider-specs.ts";

export interface SeenState {
  readonly state: Exclude<ProviderState, "no-key">;
  /** What was wrong, in words for the person; "" when nothing was. */
  readonly message: string;
  /** True when its last request was answered, even if it was only for the list of models. */
  readonly isThere: boolean;
}

/** How one call of a model ended. */
export interface SeenAnswer {
  readonly model: string;
  /** Null when all was well. */
  readonly error: ModelError | null;
  /** Whether it called a tool; null where nothing tells it, since a chat need not. */
  readonly tools: boolean | null;
}

/**
 * How each provider stood when it was last asked. It is ready when a model of it has answered, for a chat or a test; a list
 * that is given proves no more than that something is there, since some give it to anybody.
 */
export interface ProviderStates {
  /** Reads what earlier processes saw. */
  load(): Promise<void>;
  of(place: AskedAt): SeenState;
  /** Records the answer to a request for the list of models. */
  listed(place: AskedAt, error: ModelError | null): void;
  answered(place: AskedAt, answer: SeenAnswer): void;
  /** It answered to a key that is kept nowhere yet; that counts once it is set up with this very key. */
  tried(place: AskedAt, key: string, answer: SeenAnswer): void;
  /** It was set up anew, with this key where one came along. */
  forget(provider: string, key?: string): Promise<void>;
}

type Trouble = "key-refused" | "not-running" | "failed";

interface Seen {
  readonly trouble: { readonly state: Trouble; readonly message: string; readonly by: "list" | "answer" } | null;
  readonly isThere: boolean;
}

const nothing: Seen = { trouble: null, isThere: false };

/** `onForgotten`: what was known of a provider no longer holds. */
export function createProviderStates(learnt: LearntModels, onForgotten = (): void => undefined): ProviderStates {
  const seen = new Map<string, Seen>();
  let trial: { readonly place: AskedAt; readonly key: string; readonly answer: SeenAnswer } | null = null;
  const of = (place: AskedAt): Seen => seen.get(keyOf(place)) ?? nothing;

  /** A model that is known to call no tools stays so while it only talks. */
  function callsTools({ baseUrl }: AskedAt, { model, tools }: SeenAnswer): boolean {
    return (tools ?? learnt.of({ address: addressOfBase(baseUrl), model })?.tools) !== false;
  }

  function note(place: AskedAt, error: ModelError, by: "list" | "answer"): void {
    const told = troubleOf(error);
    const before = of(place);
    const hasAnswered = learnt.answerOf(place) !== null;
    if (told === null || (told === "this-message" && by === "list")) return;
    if (told === "this-message" && hasAnswered) {
      seen.set(keyOf(place), { trouble: null, isThere: true });
      return;
    }
    const state = told === "this-message" ? "failed" : told;
    // One whose list is broken may answer all the same.
    if (state === "failed" && by === "list" && (hasAnswered || before.trouble?.by === "answer")) return;
    if (state === "key-refused") void learnt.forgetAnswers(place.name);
    const isThere = state !== "not-running" && before.isThere;
    seen.set(keyOf(place), { trouble: { state, message: error.userMessage, by }, isThere });
  }

  function answered(place: AskedAt, answer: SeenAnswer): void {
    const { model, error, tools } = answer;
    if (tools !== null) learnt.learn({ address: addressOfBase(place.baseUrl), model }, { tools });
    if (error !== null) {
      note(place, error, "answer");
      return;
    }
    learnt.keepAnswer(place, stateOf(model, callsTools(place, answer)));
    seen.set(keyOf(place), { trouble: null, isThere: true });
  }

  return {
    load: learnt.load,
    of(place) {
      const { trouble, isThere } = of(place);
      if (trouble !== null) return { state: trouble.state, message: trouble.message, isThere };
      const answer = learnt.answerOf(place);
      return { state: answer?.state ?? "not-tested", message: messageOf(answer), isThere };
    },
    listed(place, error) {
      if (error !== null) return note(place, error, "list");
      const { trouble } = of(place);
      const stays = trouble?.by === "answer" && trouble.state !== "not-running";
      seen.set(keyOf(place), { trouble: stays ? trouble : null, isThere: true });
    },
    answered,
    tried(place, key, answer) {
      trial = { place, key, answer };
    },
    async forget(provider, key) {
      const begin = `${plainName(provider)} `;
      for (const key of [...seen.keys()]) if (key.startsWith(begin)) seen.delete(key);
      await learnt.forgetAnswers(provider);
      const isTried = trial?.key === key && plainName(trial?.place.name ?? "") === plainName(provider);
      if (trial !== null && isTried) answered(trial.place, trial.answer);
      onForgotten();
    },
  };
}

function keyOf({ name, baseUrl }: AskedAt): string {
  return `${plainName(name)} ${addressOfBase(baseUrl)}`;
}

/** Which model answered matters only where it is told; what changes with each call would be written with each call. */
function stateOf(model: string, callsTools: boolean): LastAnswer {
  return callsTools ? { state: "ready", model: "" } : { state: "talks-only", model };
}

function messageOf(answer: LastAnswer | null): string {
  return answer?.state === "talks-only" ? text("provider.talksOnly", { model: answer.model }) : "";
}

/** What a failure tells of the provider: trouble, nothing, or that it did not like this one message or model. */
function troubleOf({ kind }: ModelError): Trouble | "this-message" | null {
  switch (kind) {
    case "auth":
      return "key-refused";
    case "network":
      return "not-running";
    case "context_overflow":
    case "content_filter":
    case "tool_format":
    case "bad_request":
    case "empty":
    case "conflict":
    case "not_found":
    case "incomplete":
    case "too_large":
      return "this-message";
    case "aborted":
      return null;
    case "quota":
    case "permission":
    case "rate_limit":
    case "overloaded":
    case "timeout":
    case "server":
    case "protocol":
      return "failed";
    default:
      return assertNever(kind);
  }
}
