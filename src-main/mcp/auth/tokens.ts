import {
  ClientCredentialsProvider,
  type FetchLike,
  fetchToken,
  type OAuthTokens,
  refreshAuthorization,
  selectResourceURL,
} from "@modelcontextprotocol/client";
import { type Authority, endpointsOf, metadataOf } from "./authority.ts";
import type { KeptSignIn, KeptTokens } from "./kept-sign-in.ts";

interface Given {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Which rights were asked for: those that were given, where the answer does not name them. */
  readonly asked: string | null;
  /** What goes on to count where no new one is given. */
  readonly refresh: string | null;
}

export function keptTokens(
  { access_token, refresh_token, expires_in, scope }: OAuthTokens,
  { now, asked, refresh }: Given,
): KeptTokens {
  return {
    access: access_token,
    refresh: refresh_token ?? refresh,
    expiresAt: expires_in === undefined ? null : now + expires_in * 1000,
    scope: scope ?? asked,
  };
}

/** The same sign-in with new tokens. Throws what the library throws: an OAuthError where it is over. */
export async function refreshed(
  kept: KeptSignIn,
  { fetch: fetchFn, now }: { readonly fetch: FetchLike; readonly now: () => number },
): Promise<KeptSignIn> {
  const before = kept.tokens;
  const given = await refreshAuthorization(kept.issuer, {
    metadata: metadataOf(kept),
    clientInformation: clientOf(kept),
    refreshToken: before?.refresh ?? "",
    fetchFn,
    ...(kept.resource === null ? {} : { resource: kept.resource }),
  });
  const tokens = keptTokens(given, {
    now: now(),
    asked: before?.scope ?? null,
    refresh: before?.refresh ?? null,
  });
  return { ...kept, tokens };
}

export function clientOf({ client: { client_id, client_secret, token_endpoint_auth_method } }: KeptSignIn) {
  return {
    client_id,
    ...(client_secret === undefined ? {} : { client_secret }),
    ...(token_endpoint_auth_method === undefined ? {} : { token_endpoint_auth_method }),
  };
}

export interface CredentialsOptions {
  readonly serverUrl: string;
  readonly authority: Authority;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scope: string | null;
  readonly fetch: FetchLike;
  readonly now: () => number;
}

/** Signs in by an id and a secret, without a person. Throws what the library throws. */
export async function byCredentials(options: CredentialsOptions): Promise<KeptSignIn> {
  const { serverUrl, authority, clientId, clientSecret, fetch: fetchFn } = options;
  const { metadata, state } = authority;
  const endpoints = endpointsOf(authority);
  const scope = options.scope ?? state.resourceMetadata?.scopes_supported?.join(" ") ?? null;
  const expectedIssuer = endpoints.issuer;
  const provider = new ClientCredentialsProvider({
    clientId,
    clientSecret,
    expectedIssuer,
    ...(scope === null ? {} : { scope }),
  });
  // Throws where what the server tells of itself is another server.
  const checked = await selectResourceURL(serverUrl, provider, state.resourceMetadata);
  const resource = checked === undefined ? null : (state.resourceMetadata?.resource ?? null);
  const given = await fetchToken(provider, state.authorizationServerUrl, {
    fetchFn,
    ...(metadata === undefined ? {} : { metadata }),
    ...(resource === null ? {} : { resource }),
    ...(scope === null ? {} : { scope }),
  });
  return {
    url: serverUrl,
    ...endpoints,
    resource,
    client: { client_id: clientId, client_secret: clientSecret },
    tokens: keptTokens(given, { now: options.now(), asked: scope, refresh: null }),
    as: null,
  };
}
