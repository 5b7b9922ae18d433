import type { FetchLike } from "@modelcontextprotocol/client";
import type { Clock } from "../../host.ts";
import { text } from "../../words.ts";
import { SignInFailure } from "./sign-in-failure.ts";

export interface AuthFetchOptions {
  readonly fetch: FetchLike;
  /** Of the MCP server: what it names of other addresses is judged by it. */
  readonly serverUrl: string;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** Metadata, registrations and tokens are a few thousand bytes. */
const mostBytes = 256 * 1024;
const patienceMs = 20_000;
const mostRedirects = 3;

/**
 * The `fetch` of everything that has to do with signing in. An answer is bounded in size and in time, a redirect is followed
 * inside of its origin alone, and an address that a server names is asked only where it is safe (`isSafeAddress`). Throws
 * `SignInFailure` where something is refused.
 */
export function createAuthFetch({ fetch: send, serverUrl, clock, signal }: AuthFetchOptions): FetchLike {
  async function once(url: URL, init: RequestInit): Promise<Response> {
    const patience = new AbortController();
    const silent = new SignInFailure(text("mcp.signIn.silent", { host: url.host }));
    using _limit = clock.setTimer(patienceMs, () => patience.abort(silent));
    const both = AbortSignal.any([signal, patience.signal]);
    const answer = await send(url, { ...init, redirect: "manual", signal: both });
    return bounded(answer, url);
  }

  return async (address, init = {}) => {
    let url = new URL(address);
    for (let left = mostRedirects; ; left -= 1) {
      if (!isSafeAddress(url, serverUrl)) {
        throw new SignInFailure(text("mcp.signIn.unsafe", { address: url.href.slice(0, 200) }));
      }
      const answer = await once(url, init);
      const location = answer.headers.get("location");
      if (answer.status < 300 || answer.status >= 400 || location === null) return answer;
      const next = URL.canParse(location, url.href) ? new URL(location, url.href) : null;
      const isQuestion = (init.method ?? "GET") === "GET";
      if (next?.origin !== url.origin || !isQuestion || left === 0) {
        throw new SignInFailure(text("mcp.signIn.moved", { host: url.host }));
      }
      url = next;
    }
  };
}

/** All of the answer, which is over when its time is. */
async function bounded(answer: Response, url: URL): Promise<Response> {
  const { status, statusText, headers, body } = answer;
  if (body === null) return answer;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > mostBytes) throw new SignInFailure(text("mcp.signIn.huge", { host: url.host }));
    chunks.push(chunk);
  }
  return new Response(Buffer.concat(chunks), { status, statusText, headers });
}

/**
 * https anywhere; plain http only where the server itself is asked in that way: at its own origin, and on this computer for a
 * server that runs here too.
 */
export function isSafeAddress(url: URL, serverUrl: string): boolean {
  if (url.username !== "" || url.password !== "") return false;
  if (url.protocol === "https:") return true;
  if (url.protocol !== "http:") return false;
  const server = new URL(serverUrl);
  return url.origin === server.origin || (isLoopback(url.hostname) && isLoopback(server.hostname));
}

function isLoopback(hostname: string): boolean {
  return /^(?:localhost|.+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname);
}
