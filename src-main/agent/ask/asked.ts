import type { ContractError } from "../../../src-preload/contract/errors.ts";
import type { AssistantMessage } from "../../../src-preload/contract/records.ts";
import type { BudgetState } from "../../../src-preload/contract/usage.ts";
import type { ModelOutcome, ModelSink } from "../../models/model.ts";
import type { ChainStep } from "../../models/router.ts";
import type { BuildOptions } from "../built-request.ts";
import type { ContextBuilder } from "../context-builder.ts";
import type { AgentDependencies, RunContext } from "../dependencies.ts";
import type { RecordMint } from "../records.ts";
import type { Spent } from "./spent.ts";

/** What a request to the models of a run came to. */
export type Asked =
  | {
      readonly kind: "replied";
      readonly outcome: ModelOutcome;
      /** Null when there was nothing worth keeping (a blank reply, a failure before the first word). */
      readonly message: AssistantMessage | null;
      /** True when the calls of the reply may run. */
      readonly callsRun: boolean;
    }
  /** A limit is used up: nothing more was asked. */
  | { readonly kind: "over-budget"; readonly budget: BudgetState }
  /** The disk does not take what was said, or what it cost. */
  | { readonly kind: "not-stored"; readonly error: ContractError };

export type Reply = Extract<Asked, { kind: "replied" }>;

interface AskOptions extends BuildOptions {
  /** Where every call is counted. */
  readonly spent: Spent;
  /** What the reply goes on from, where the one before was cut: words of it that are said again are left out. */
  readonly continues?: string;
  /** Mark an answer that says a deed is done of which there is no sign: the model was asked about it already. */
  readonly marksClaims?: boolean;
}

/** Asks the model of a run once, or one that stands in for it, and writes down what it said. */
export type Ask = (run: RunContext, options: AskOptions) => Promise<Asked>;

export interface AskParts {
  readonly deps: Pick<AgentDependencies, "events" | "host" | "ids" | "journal" | "keys" | "meter" | "models" | "tools">;
  readonly records: RecordMint;
  readonly context: ContextBuilder;
}

/** One call of one model. */
export interface Call extends Pick<ChainStep, "model" | "hasAlternative"> {
  readonly run: RunContext;
  readonly options: AskOptions;
  readonly sink: ModelSink;
}
