import {
  type AuthorizationServerMetadata,
  discoverOAuthServerInfo,
  type FetchLike,
  type OAuthDiscoveryState,
} from "@modelcontextprotocol/client";
import { fieldsOf, isText } from "../fields.ts";
import type { KeptSignIn } from "./kept-sign-in.ts";

/** What a server said when it refused: where it tells who signs people in, and which rights it wants. */
export interface Challenge {
  readonly metadataUrl: URL | null;
  readonly scope: string | null;
}

/** Who signs people in to a server, as it was found. */
export interface Authority {
  readonly state: OAuthDiscoveryState;
  readonly metadata: AuthorizationServerMetadata | undefined;
  readonly host: string;
  /** The server, or whoever signs people in, has told of it in the places that the specification names. */
  readonly isTold: boolean;
}

/** Looks in all the places where a server of any revision tells it. Throws what the fetch and the library throw. */
export async function findAuthority(
  serverUrl: string,
  { metadataUrl }: Pick<Challenge, "metadataUrl">,
  fetchFn: FetchLike,
): Promise<Authority> {
  const more = metadataUrl === null ? {} : { resourceMetadataUrl: metadataUrl };
  const found = await discoverOAuthServerInfo(serverUrl, { fetchFn, ...more });
  const metadata = found.authorizationServerMetadata;
  return {
    state: metadataUrl === null ? found : { ...found, resourceMetadataUrl: metadataUrl.href },
    metadata,
    host: new URL(metadata?.issuer ?? found.authorizationServerUrl).host,
    isTold: metadata !== undefined || found.resourceMetadata !== undefined,
  };
}

/** Servers that tell nothing of it have these, by the first revision that knew of signing in. */
export function endpointsOf({
  state,
  metadata,
}: Authority): Pick<KeptSignIn, "issuer" | "tokenEndpoint" | "revocationEndpoint" | "authMethods"> {
  const base = String(state.authorizationServerUrl);
  const { revocation_endpoint: revocation } = fieldsOf(metadata) ?? {};
  return {
    issuer: metadata?.issuer ?? base,
    tokenEndpoint: metadata?.token_endpoint ?? new URL("/token", base).href,
    revocationEndpoint: isText(revocation) ? revocation : null,
    authMethods: [...(metadata?.token_endpoint_auth_methods_supported ?? [])],
  };
}

/** As much of the metadata as asking for tokens needs. */
export function metadataOf({ issuer, tokenEndpoint, authMethods }: KeptSignIn): AuthorizationServerMetadata {
  return {
    issuer,
    token_endpoint: tokenEndpoint,
    authorization_endpoint: tokenEndpoint,
    response_types_supported: ["code"],
    token_endpoint_auth_methods_supported: authMethods,
  };
}
