import type { Model, ModelRequest } from "../models/model.ts";
import type { ModelFacts } from "../providers/model-facts.ts";
import type { RunContext } from "./dependencies.ts";

export interface BuildOptions {
  /** False for the closing call of a run. */
  readonly withTools: boolean;
  /** A word to the model that is not kept: "go on", "answer now". */
  readonly nudge?: string;
}

/** The model that a request is for, and what is known of its limits. */
export interface BuildTarget {
  readonly model: Pick<Model, "id">;
  readonly facts: ModelFacts;
}

/** The part of a run that a request depends on. */
export type RequestContext = Pick<
  RunContext,
  "runId" | "session" | "settings" | "mode" | "workFolder" | "profile" | "allowedTools"
> & { readonly limits: Pick<RunContext["limits"], "messages"> };

export interface BuiltRequest {
  readonly request: ModelRequest;
  /** The estimated size in tokens, corrected by what the model counted for earlier requests. */
  readonly tokens: number;
  /** Tokens that it may take. */
  readonly window: number;
  /** False where even the prompt and the current message alone are too much for a window that is known. */
  readonly fits: boolean;
}
