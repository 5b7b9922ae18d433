import { createHash, randomUUID } from "node:crypto";
import type { OAuthChoices } from "./oauth-choices.ts";

export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: string | undefined;
}

/** Whoever signs people in: its pages by their paths, and the tokens that it has given. */
export interface OAuthAuthority {
  answer(path: string, fields: URLSearchParams): Answer;
  /** Tokens that let somebody in, with their rights. */
  readonly access: Map<string, string>;
  /** Those for new ones. */
  readonly refresh: Map<string, string>;
}

interface Grant {
  readonly scope: string;
  readonly challenge: string;
  readonly redirect: string;
}

type Page = (fields: URLSearchParams) => Answer;

const json = (status: number, body: unknown): Answer => ({
  status,
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});

export function createOAuthAuthority(choices: OAuthChoices, originOf: () => string): OAuthAuthority {
  const access = new Map<string, string>();
  const refresh = new Map<string, string>();
  const grants = new Map<string, Grant>();
  const tokens = { choices, access, refresh, grants };
  const pages: Readonly<Record<string, Page>> = {
    "/.well-known/oauth-protected-resource/mcp": () => resourceMetadata(choices, originOf()),
    "/.well-known/oauth-authorization-server": () => authorityMetadata(choices, originOf()),
    "/register": () => registration(choices),
    "/authorize": (fields) => authorize(tokens, fields, originOf()),
    "/token": (fields) => tokenPage(tokens, fields),
    "/revoke": (fields) => {
      access.delete(fields.get("token") ?? "");
      refresh.delete(fields.get("token") ?? "");
      return { status: 200 };
    },
  };
  return {
    access,
    refresh,
    answer: (path, fields) => choices.instead[path] ?? pages[path]?.(fields) ?? { status: 404 },
  };
}

function resourceMetadata({ tellsResource, resource, authority }: OAuthChoices, origin: string): Answer {
  if (!tellsResource) return { status: 404 };
  const authorization_servers = [authority ?? origin];
  return json(200, { resource: resource ?? `${origin}/mcp`, authorization_servers, scopes_supported: ["read"] });
}

function authorityMetadata(choices: OAuthChoices, origin: string): Answer {
  if (!choices.tellsAuthority) return { status: 404 };
  return json(200, {
    issuer: choices.issuer ?? origin,
    authorization_endpoint: choices.authorizePage ?? `${origin}/authorize`,
    token_endpoint: `${origin}/token`,
    registration_endpoint: `${origin}/register`,
    revocation_endpoint: `${origin}/revoke`,
    response_types_supported: ["code"],
    code_challenge_methods_supported: ["S256"],
    token_endpoint_auth_methods_supported: [choices.authMethod],
    authorization_response_iss_parameter_supported: true,
    ...choices.moreMetadata,
  });
}

function registration({ authMethod }: OAuthChoices): Answer {
  return json(201, {
    client_id: `client-${randomUUID()}`,
    redirect_uris: ["http://127.0.0.1/callback"],
    token_endpoint_auth_method: authMethod,
    ...(authMethod === "none" ? {} : { client_secret: `secret-${randomUUID()}` }),
  });
}

interface Tokens {
  readonly choices: OAuthChoices;
  readonly access: Map<string, string>;
  readonly refresh: Map<string, string>;
  readonly grants: Map<string, Grant>;
}

/** The page of the one who signs in: it sends the browser straight back. */
function authorize({ choices, grants }: Tokens, fields: URLSearchParams, origin: string): Answer {
  const redirect = fields.get("redirect_uri") ?? "";
  const back = new URL(redirect);
  back.searchParams.set("state", choices.state ?? fields.get("state") ?? "");
  back.searchParams.set("iss", choices.returnedIssuer ?? origin);
  if (choices.isDenying) {
    back.searchParams.set("error", "access_denied");
    back.searchParams.set("error_description", "Somebody pressed Deny.");
  } else {
    const code = randomUUID();
    grants.set(code, { scope: fields.get("scope") ?? "", challenge: fields.get("code_challenge") ?? "", redirect });
    back.searchParams.set("code", code);
  }
  return { status: 302, headers: { location: back.href } };
}

function tokenPage(tokens: Tokens, fields: URLSearchParams): Answer {
  const { choices, refresh, grants } = tokens;
  if (choices.tokenRefusal !== null) return json(choices.tokenRefusal.status, choices.tokenRefusal.body);
  const kind = fields.get("grant_type");
  if (kind === "client_credentials") return given(tokens, fields.get("scope") ?? "", null);
  if (kind === "refresh_token") {
    const token = fields.get("refresh_token") ?? "";
    const scope = refresh.get(token);
    if (scope === undefined) return json(400, { error: "invalid_grant" });
    if (choices.isRotating) refresh.delete(token);
    return given(tokens, scope, token);
  }
  const code = fields.get("code") ?? "";
  const grant = grants.get(code);
  grants.delete(code);
  const proof = createHash("sha256")
    .update(fields.get("code_verifier") ?? "")
    .digest("base64url");
  if (grant?.challenge !== proof || grant.redirect !== fields.get("redirect_uri")) {
    return json(400, { error: "invalid_grant", error_description: "the proof does not fit" });
  }
  return given(tokens, grant.scope, null);
}

function given({ choices, access, refresh }: Tokens, scope: string, before: string | null): Answer {
  const token = `access-${randomUUID()}`;
  access.set(token, scope);
  const renewal = before !== null && !choices.isRotating ? before : `refresh-${randomUUID()}`;
  if (choices.givesRefresh) refresh.set(renewal, scope);
  return json(200, {
    access_token: token,
    token_type: "Bearer",
    scope,
    ...(choices.expiresIn === null ? {} : { expires_in: choices.expiresIn }),
    ...(choices.givesRefresh ? { refresh_token: renewal } : {}),
    ...(choices.person === null ? {} : { id_token: idToken(choices.person) }),
  });
}

function idToken(claims: Readonly<Record<string, unknown>>): string {
  const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");
  return `${part({ alg: "none" })}.${part(claims)}.`;
}
