/*
 * Signing in to MCP servers at addresses (OAuth 2.1). No token, code or secret ever crosses the contract; the one exception
 * is the address of the page where a sign-in ended, which a person may hand over by hand (`mcp.finishSignIn`).
 */

/**
 * `needed`: the server wants somebody who is signed in, or more rights than it gave. `expired`: it was signed in to, and that
 * is over. `denied`: the last attempt was refused, or did not end well; `reason` says why. `signing-in`: a page waits for the
 * person.
 */
export type McpSignInState = "needed" | "signing-in" | "signed-in" | "expired" | "denied";

export interface McpSignIn {
  readonly state: McpSignInState;
  /** Whom the server knows us as, in its own words; null where it does not say. */
  readonly as: string | null;
  /** The host that signs people in; null before it is known. */
  readonly at: string | null;
  /** Rights that a call lacked, by the server's names for them; null where none was asked for. */
  readonly rights: string | null;
  /** The server has said, or shown, that it signs people in. Where it has not, it may want a key instead. */
  readonly isOffered: boolean;
  /** Nobody has to sign in: an id and a secret of the settings do. */
  readonly isByItself: boolean;
  /** The page where a person signs in; null unless one is waited for. */
  readonly url: string | null;
  /** Why the last attempt ended without success, in a sentence; null where it did not. */
  readonly reason: string | null;
}
