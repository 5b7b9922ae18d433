import { z } from "./zod.ts";

/*
 * What crosses the socket of the served app before its first request: the agent's challenge, and the proof of the page.
 * A browser sends its cookie to every server on this machine, whatever its port; the key that signs never leaves the page,
 * and what is signed holds for one address alone.
 */

export const challengeSchema = z.object({ challenge: z.string().min(1).max(200) });
export const proofSchema = z.object({
  /** The page's public key (P-256) as SubjectPublicKeyInfo in base64. */
  key: z.string().max(500),
  /** Of `signedText`, ECDSA with SHA-256, in base64. */
  signature: z.string().max(500),
  /** Given to the browser at the exchange of a one-time address; lets a new key in, once. */
  ticket: z.string().max(200).optional(),
});
export type PageProof = z.infer<typeof proofSchema>;
export const welcomeSchema = z.object({ welcome: z.literal(true) });

/** The parameter of the address that carries the ticket to the page. */
export const ticketParameter = "enter";
/** The socket is closed with this code when the proof was not right. */
export const notThisPage = 4403;

export function signedText(origin: string, challenge: string): string {
  return `perch page\n${origin}\n${challenge}`;
}
