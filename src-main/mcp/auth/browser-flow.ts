import {
  auth,
  type FetchLike,
  fetchToken,
  type OAuthClientProvider,
  OAuthError,
  type StoredOAuthClientInformation,
  validateAuthorizationResponseIssuer,
} from "@modelcontextprotocol/client";
import type { McpOauthSettings } from "../../../src-preload/contract/settings.ts";
import { text } from "../../words.ts";
import { fieldsOf, isText } from "../fields.ts";
import { isSafeAddress } from "./auth-fetch.ts";
import { type Authority, endpointsOf } from "./authority.ts";
import type { CallbackParameters } from "./callback.ts";
import { identityOf } from "./identity.ts";
import type { KeptSignIn } from "./kept-sign-in.ts";
import { SignInFailure } from "./sign-in-failure.ts";
import { keptTokens } from "./tokens.ts";

export interface FlowOptions {
  readonly serverUrl: string;
  readonly authority: Authority;
  /** With the secret read in. */
  readonly settings: McpOauthSettings;
  /** Rights that are wanted; null for those that the server names. */
  readonly scope: string | null;
  readonly state: string;
  /** Where the browser comes back to. */
  readonly callback: string;
  readonly fetch: FetchLike;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Why it could not be found out who has signed in. */
  readonly onIdentityProblem: (reason: string) => void;
}

/** A sign-in on its way: the page where a person goes on, and what it comes to. */
export interface BrowserFlow {
  readonly page: URL;
  /** What came back, as tokens. Throws what the library throws, and `SignInFailure`. */
  finish(returned: CallbackParameters): Promise<KeptSignIn>;
}

/** Makes Perch known where it is not, and asks for the page. Throws what the library throws, and `SignInFailure`. */
export async function beginFlow(options: FlowOptions): Promise<BrowserFlow> {
  const { serverUrl, authority, scope, fetch: fetchFn } = options;
  const { provider, gathered } = createProvider(options);
  await auth(provider, { serverUrl, fetchFn, forceReauthorization: true, ...(scope === null ? {} : { scope }) });
  const { page } = gathered;
  if (page === null) throw new SignInFailure(text("mcp.signIn.strange"));
  if (!isSafeAddress(page, serverUrl)) {
    throw new SignInFailure(text("mcp.signIn.unsafe", { address: page.href.slice(0, 200) }));
  }
  return {
    page,
    async finish(returned) {
      const { metadata } = authority;
      const iss = returned.get("iss") ?? undefined;
      // Whose answer this is comes first: also the words of a refusal are only of interest from the right one.
      validateAuthorizationResponseIssuer({
        iss,
        expectedIssuer: metadata?.issuer,
        issParameterSupported: metadata?.["authorization_response_iss_parameter_supported"] === true,
      });
      const authorizationCode = returned.get("code");
      if (authorizationCode === null) throw refusalIn(returned);
      const { resource, client } = gathered;
      const given = await fetchToken(provider, authority.state.authorizationServerUrl, {
        authorizationCode,
        fetchFn,
        ...(metadata === undefined ? {} : { metadata }),
        ...(iss === undefined ? {} : { iss }),
        ...(resource === null ? {} : { resource }),
      });
      return {
        url: serverUrl,
        ...endpointsOf(authority),
        resource,
        client: keptClient(client),
        tokens: keptTokens(given, { now: options.now(), asked: page.searchParams.get("scope"), refresh: null }),
        as: await identityOf(given, authority, { fetch: fetchFn, onProblem: options.onIdentityProblem }),
      };
    },
  };
}

function keptClient(client: StoredOAuthClientInformation | null): KeptSignIn["client"] {
  const { token_endpoint_auth_method: method } = fieldsOf(client) ?? {};
  return {
    client_id: client?.client_id ?? "",
    client_secret: client?.client_secret,
    token_endpoint_auth_method: isText(method) ? method : undefined,
  };
}

interface Gathered {
  page: URL | null;
  resource: string | null;
  client: StoredOAuthClientInformation | null;
  verifier: string;
}

/** What the library asks of us, for one sign-in. Perch makes itself known anew each time: its port is another one. */
function createProvider({ authority, settings, state, callback }: FlowOptions) {
  const { clientId, clientSecret } = settings;
  const isDocument = clientId?.startsWith("https://") === true;
  const gathered: Gathered = {
    page: null,
    resource: null,
    client:
      clientId === null || isDocument
        ? null
        : {
            client_id: clientId,
            issuer: endpointsOf(authority).issuer,
            ...(clientSecret === null ? {} : { client_secret: clientSecret }),
          },
    verifier: "",
  };
  const provider: OAuthClientProvider = {
    redirectUrl: callback,
    ...(isDocument ? { clientMetadataUrl: clientId } : {}),
    clientMetadata: {
      client_name: text("mcp.callback.perch"),
      redirect_uris: [callback],
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      token_endpoint_auth_method: authMethod(authority),
      ...(settings.scope === null ? {} : { scope: settings.scope }),
    },
    state: () => state,
    discoveryState: () => authority.state,
    clientInformation: () => gathered.client ?? undefined,
    saveClientInformation: (client) => {
      gathered.client = client;
    },
    tokens: () => undefined,
    saveTokens: () => undefined,
    saveResourceUrl: (resource) => {
      gathered.resource = resource;
    },
    redirectToAuthorization: (page) => {
      gathered.page = page;
    },
    saveCodeVerifier: (verifier) => {
      gathered.verifier = verifier;
    },
    codeVerifier: () => gathered.verifier,
  };
  return { provider, gathered };
}

/** A program on somebody's computer keeps no secret; some know no client without one. */
function authMethod({ metadata }: Authority): string {
  const known = metadata?.token_endpoint_auth_methods_supported ?? [];
  const secret = ["client_secret_basic", "client_secret_post"].find((method) => known.includes(method));
  return known.includes("none") ? "none" : (secret ?? "none");
}

function refusalIn(returned: CallbackParameters): Error {
  const error = returned.get("error");
  if (error === null) return new SignInFailure(text("mcp.signIn.otherReturn"));
  return new OAuthError(error, returned.get("error_description") ?? error);
}
