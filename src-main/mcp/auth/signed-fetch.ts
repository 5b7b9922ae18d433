import type { FetchLike } from "@modelcontextprotocol/client";
import { extractWWWAuthenticateParams } from "@modelcontextprotocol/client";
import type { Challenge } from "./authority.ts";

/** Who lends tokens to the requests of one server. */
export interface TokenSource {
  /** Null where there is none. Throws `SignInFailure` where it could not be renewed just now. */
  token(): Promise<string | null>;
  /** The server refused this token: true where there is another one now. */
  renewed(refused: string | null, challenge: Challenge): Promise<boolean>;
  /** The server wants more rights than this token has: true where there is one with them now. */
  widened(refused: string | null, challenge: Challenge): Promise<boolean>;
}

/** More often a request is not sent again: who asks for more each time would never end. */
const mostTries = 3;

/**
 * A `fetch` whose requests to the server carry its token. One that is refused is sent once more with a new token where there
 * is one; else the answer goes on to whoever asked, who tells it.
 */
export function signedFetch(send: FetchLike, serverUrl: string, source: TokenSource): FetchLike {
  const { origin } = new URL(serverUrl);
  return async (address, init) => {
    if (new URL(address).origin !== origin) return send(address, init);
    let renewals = 0;
    for (let tries = 1; ; tries += 1) {
      const token = await source.token();
      const answer = await send(address, withToken(init, token));
      const refusal = refusalIn(answer);
      if (refusal === null) return answer;
      const { kind, challenge } = refusal;
      if (kind === "token") renewals += 1;
      const again = kind === "token" ? source.renewed : source.widened;
      // What a second new token does not open, a third one will not either.
      if (tries === mostTries || renewals > 1 || !(await again(token, challenge))) return answer;
      await answer.body?.cancel();
    }
  };
}

function withToken(init: RequestInit | undefined, token: string | null): RequestInit | undefined {
  if (token === null) return init;
  const headers = new Headers(init?.headers);
  headers.set("authorization", `Bearer ${token}`);
  return { ...init, headers };
}

interface Refusal {
  readonly kind: "token" | "rights";
  readonly challenge: Challenge;
}

function refusalIn(answer: Response): Refusal | null {
  if (answer.status !== 401 && answer.status !== 403) return null;
  const { resourceMetadataUrl, scope, error } = extractWWWAuthenticateParams(answer);
  const challenge = { metadataUrl: resourceMetadataUrl ?? null, scope: scope ?? null };
  if (answer.status === 401) return { kind: "token", challenge };
  return error === "insufficient_scope" ? { kind: "rights", challenge } : null;
}
