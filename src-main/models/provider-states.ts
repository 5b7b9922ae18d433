import type { ProviderState } from "../../src-preload/contract/providers.ts";
import { assertNever } from "../../src-preload/contract/result.ts";
import type { ModelError } from "./model.ts";
import { plainName } from "./provider-specs.ts";

export interface SeenState {
  readonly state: Extract<ProviderState, "ready" | "key-refused" | "not-running" | "failed">;
  /** What was wrong, in words for the person; "" when nothing was. */
  readonly message: string;
}

/** How each provider stood when it was last asked, for a list, a test or an answer. */
export interface ProviderStates {
  of(provider: string): SeenState | null;
  /** `error`: null when all was well. Some give their list to anybody: it proves no key. */
  note(provider: string, error: ModelError | null, witness: "list" | "answer"): void;
  /** It was set up anew. */
  forget(provider: string): void;
}

export function createProviderStates(): ProviderStates {
  const seen = new Map<string, SeenState>();
  return {
    of: (provider) => seen.get(plainName(provider)) ?? null,
    note(provider, error, witness) {
      const state = error === null ? "ready" : stateOf(error);
      const isRefused = seen.get(plainName(provider))?.state === "key-refused";
      if (state === null || (isRefused && state === "ready" && witness === "list")) return;
      seen.set(plainName(provider), { state, message: state === "ready" ? "" : (error?.userMessage ?? "") });
    },
    forget: (provider) => void seen.delete(plainName(provider)),
  };
}

/** What a failure tells of the provider; null for what tells nothing. */
function stateOf({ kind }: ModelError): SeenState["state"] | null {
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
      return "ready";
    case "aborted":
    case "not_found":
    case "incomplete":
    case "too_large":
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
