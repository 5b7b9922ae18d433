import { type FetchLike, selectClientAuthMethod } from "@modelcontextprotocol/client";
import type { KeptSignIn } from "./kept-sign-in.ts";
import { clientOf } from "./tokens.ts";

/**
 * Gives the tokens back (RFC 7009). False where whoever signed in takes none back. Throws what
 * the fetch throws.
 */
export async function revoke(kept: KeptSignIn, fetchFn: FetchLike): Promise<boolean> {
  const { revocationEndpoint, tokens } = kept;
  if (revocationEndpoint === null || tokens === null) return false;
  const given = [
    ["refresh_token", tokens.refresh],
    ["access_token", tokens.access],
  ] as const;
  const asked = given.map(async ([kind, token]) => {
    if (token === null) return true;
    const body = new URLSearchParams({ token, token_type_hint: kind });
    const headers = new Headers({ "content-type": "application/x-www-form-urlencoded" });
    identify(kept, headers, body);
    return (await fetchFn(revocationEndpoint, { method: "POST", headers, body })).ok;
  });
  return (await Promise.all(asked)).every((isTaken) => isTaken);
}

/** As the same client that the tokens were given to. */
function identify(kept: KeptSignIn, headers: Headers, body: URLSearchParams): void {
  const { client_id, client_secret = "" } = kept.client;
  const method = selectClientAuthMethod(clientOf(kept), kept.authMethods);
  if (method === "client_secret_basic") {
    headers.set("authorization", `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString("base64")}`);
    return;
  }
  body.set("client_id", client_id);
  if (method === "client_secret_post") body.set("client_secret", client_secret);
}
