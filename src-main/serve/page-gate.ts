import { createPublicKey, type KeyObject, verify } from "node:crypto";
import type { WebSocket } from "ws";
import { parseBoundedJson } from "../../src-preload/contract/bounded-json.ts";
import { notThisPage, type PageProof, signedText } from "../../src-preload/contract/page-proof.ts";
import { z } from "../../src-preload/contract/zod.ts";
import type { Clock } from "../host.ts";
import { createSecret } from "./access.ts";
import type { KnownBrowser, KnownBrowsers } from "./known-browsers.ts";
import type { OneTime } from "./one-time.ts";

const proofSchema: z.ZodType<PageProof> = z.object({
  key: z.string().max(500),
  signature: z.string().max(500),
  ticket: z.string().max(200).optional(),
});

export interface PageGate {
  readonly browsers: KnownBrowsers;
  /** The cookie's digest of the browser that each was given to. */
  readonly tickets: OneTime<string>;
  readonly clock: Clock;
}

/** Where a socket comes from: a browser whose cookie is right, and the address of the page as the browser itself tells. */
export interface PageSocket {
  readonly browser: KnownBrowser;
  readonly origin: string;
}

/** A page proves itself within this, in milliseconds. */
const patienceMs = 15_000;
const maxProofChars = 4096;

/**
 * The first exchange of a page's socket: true when the page at the other end holds a key that this browser was let in with,
 * or brings a ticket that lets its key in. Else the socket is closed.
 */
export async function admitPage(client: WebSocket, from: PageSocket, gate: PageGate): Promise<boolean> {
  const challenge = createSecret();
  const first = firstFrame(client, gate.clock);
  client.send(JSON.stringify({ challenge }));
  const proof = readProof(await first);
  if (proof !== null && isSigned(proof, signedText(from.origin, challenge)) && (await isLetIn(proof, from, gate))) {
    client.send(JSON.stringify({ welcome: true }));
    return true;
  }
  client.close(notThisPage, "not this page");
  return false;
}

async function firstFrame(client: WebSocket, clock: Clock): Promise<string | null> {
  const { promise, resolve } = Promise.withResolvers<string | null>();
  using _late = clock.setTimer(patienceMs, () => resolve(null));
  client.once("message", (data) => resolve(data.toString()));
  client.once("close", () => resolve(null));
  return await promise;
}

function readProof(frame: string | null): PageProof | null {
  if (frame === null || frame.length > maxProofChars) return null;
  try {
    const parsed = proofSchema.safeParse(parseBoundedJson(frame));
    return parsed.success ? parsed.data : null;
  } catch (cause) {
    if (cause instanceof SyntaxError) return null;
    throw cause;
  }
}

function isSigned({ key, signature }: PageProof, signed: string): boolean {
  const publicKey = readKey(key);
  if (publicKey?.asymmetricKeyDetails?.namedCurve !== "prime256v1") return false;
  const given = Buffer.from(signature, "base64");
  return verify("sha256", Buffer.from(signed), { key: publicKey, dsaEncoding: "ieee-p1363" }, given);
}

function readKey(key: string): KeyObject | null {
  try {
    return createPublicKey({ key: Buffer.from(key, "base64"), format: "der", type: "spki" });
  } catch (cause) {
    if (cause instanceof Error) return null;
    throw cause;
  }
}

/** A page whose key is known needs no ticket; the one it brings dies all the same. */
async function isLetIn({ key, ticket }: PageProof, from: PageSocket, gate: PageGate): Promise<boolean> {
  const { browser, origin } = from;
  const taken = ticket === undefined ? null : gate.tickets.take(ticket);
  if (browser.pages.some((page) => page.origin === origin && page.key === key)) return true;
  if (taken?.kind !== "taken" || taken.fact !== browser.cookie) return false;
  await gate.browsers.addPage(browser, origin, key);
  return true;
}
