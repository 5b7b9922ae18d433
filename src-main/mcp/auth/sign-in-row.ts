import { computeScopeUnion } from "@modelcontextprotocol/client";
import type { McpSignIn, McpSignInState } from "../../../src-preload/contract/mcp-sign-in.ts";
import type { McpOauthSettings } from "../../../src-preload/contract/settings.ts";
import type { Authority, Challenge } from "./authority.ts";
import type { KeptSignIn } from "./kept-sign-in.ts";

/** All that is known of signing in to one server. */
export interface SignInFacts {
  readonly settings: McpOauthSettings;
  readonly kept: KeptSignIn | null;
  /** What the server said when it refused last; null where it has let us in since. */
  readonly challenge: Challenge | null;
  /** It wants more rights than the token has. */
  readonly isNarrow: boolean;
  readonly authority: Authority | null;
  /** Where a person goes on; null unless one is waited for. */
  readonly page: string | null;
  /** Why the last attempt ended without success. */
  readonly reason: string | null;
}

/** How it stands, for people; null while it has never been asked for. */
export function signInRow(facts: SignInFacts): McpSignIn | null {
  const { kept, challenge, isNarrow, authority, page, reason } = facts;
  const state = stateOf(facts);
  if (state === null) return null;
  return {
    state,
    as: kept?.as ?? null,
    at: authority?.host ?? (kept === null ? null : hostOf(kept)),
    rights: isNarrow ? (challenge?.scope ?? null) : null,
    isOffered: isOffered(facts),
    isByItself: isByItself(facts),
    url: page,
    reason: state === "signed-in" ? null : reason,
  };
}

function stateOf({ kept, challenge, isNarrow, page, reason }: SignInFacts): McpSignInState | null {
  if (page !== null) return "signing-in";
  const isWanted = challenge !== null;
  if (reason !== null && (isWanted || kept === null)) return "denied";
  if (isWanted && isNarrow) return "needed";
  if (kept !== null) return kept.tokens === null || isWanted ? "expired" : "signed-in";
  return isWanted ? "needed" : null;
}

/** It is known that people can sign in here. */
export function isOffered(facts: SignInFacts): boolean {
  if (facts.kept !== null || isByItself(facts)) return true;
  return facts.challenge?.metadataUrl != null || facts.authority?.isTold === true;
}

export function isByItself({ settings }: Pick<SignInFacts, "settings">): boolean {
  return settings.grant === "client-credentials";
}

/** Rights to ask for: also what was granted before, where more is wanted. Null for those that the server names itself. */
export function wantedScope({
  settings,
  kept,
  challenge,
  isNarrow,
}: Pick<SignInFacts, "settings" | "kept" | "challenge" | "isNarrow">): string | null {
  const before = isNarrow ? (kept?.tokens?.scope ?? undefined) : undefined;
  return computeScopeUnion(settings.scope ?? undefined, before, challenge?.scope ?? undefined) ?? null;
}

export function hostOf({ issuer }: KeptSignIn): string {
  return new URL(issuer).host;
}
