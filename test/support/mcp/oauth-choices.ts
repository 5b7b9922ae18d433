/** What an `OAuthServer` does otherwise than a good one. */
export interface OAuthChoices {
  /** It says where it tells who signs people in, and tells it. */
  tellsResource: boolean;
  /** Whoever signs in tells of its addresses. */
  tellsAuthority: boolean;
  /** A refusal says that it wants a token. */
  challenges: boolean;
  /** In the place of its own addresses. */
  resource: string | null;
  authority: string | null;
  issuer: string | null;
  resourcePage: string | null;
  authorizePage: string | null;
  /** What comes back to the program, in the place of the right one. */
  returnedIssuer: string | null;
  state: string | null;
  /** The person says no. */
  isDenying: boolean;
  authMethod: "none" | "client_secret_basic" | "client_secret_post";
  givesRefresh: boolean;
  /** Each token for new ones is good for once. */
  isRotating: boolean;
  /** Seconds; null where it does not say. */
  expiresIn: number | null;
  tokenRefusal: { readonly status: number; readonly body: unknown } | null;
  /** What an id token tells of whoever signed in. */
  person: Readonly<Record<string, unknown>> | null;
  /** The right that a request to the MCP server needs. */
  wantedFor: (body: string) => string | null;
  moreMetadata: Readonly<Record<string, unknown>>;
  /** By path: what is answered instead. */
  instead: Readonly<
    Record<string, { readonly status: number; readonly headers?: Record<string, string>; readonly body?: string }>
  >;
}

export const plainChoices: OAuthChoices = {
  tellsResource: true,
  tellsAuthority: true,
  challenges: true,
  resource: null,
  authority: null,
  issuer: null,
  resourcePage: null,
  authorizePage: null,
  returnedIssuer: null,
  state: null,
  isDenying: false,
  authMethod: "none",
  givesRefresh: true,
  isRotating: true,
  expiresIn: 3600,
  tokenRefusal: null,
  person: null,
  wantedFor: () => null,
  moreMetadata: {},
  instead: {},
};
