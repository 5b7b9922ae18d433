import { isRecord } from "./own-value.ts";

/*
 * What crosses the socket of the served app before its first request: the agent's challenge, and the proof of the page.
 * A browser sends its cookie to every server on this machine, whatever its port; the key that signs never leaves the page,
 * and what is signed holds for one address alone.
 */

/** What the agent asks of a page; null where the frame is none of this kind. */
export function challengeOf(frame: unknown): string | null {
  const challenge = isRecord(frame) ? frame["challenge"] : null;
  return typeof challenge === "string" && challenge !== "" && challenge.length <= 200 ? challenge : null;
}

/** The agent knows the page: what follows are frames of the contract. */
export function isWelcome(frame: unknown): boolean {
  return isRecord(frame) && frame["welcome"] === true;
}

export interface PageProof {
  /** The page's public key (P-256) as SubjectPublicKeyInfo in base64. */
  readonly key: string;
  /** Of `signedText`, ECDSA with SHA-256, in base64. */
  readonly signature: string;
  /** Given to the browser at the exchange of a one-time address; lets a new key in, once. */
  readonly ticket?: string | undefined;
}

/** The parameter of the address that carries the ticket to the page. */
export const ticketParameter = "enter";
/** The socket is closed with this code when the proof was not right. */
export const notThisPage = 4403;

export function signedText(origin: string, challenge: string): string {
  return `perch page\n${origin}\n${challenge}`;
}
