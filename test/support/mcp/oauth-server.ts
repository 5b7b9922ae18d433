import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type Answer, createOAuthAuthority } from "./oauth-authority.ts";
import { type OAuthChoices, plainChoices } from "./oauth-choices.ts";
import { webServer } from "./web-server.ts";

/** What was asked of whoever signs people in. */
interface OAuthRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly fields: URLSearchParams;
}

/** An MCP server on loopback together with whoever signs people in to it. Its choices may be changed at any time. */
export interface OAuthServer extends AsyncDisposable {
  readonly url: string;
  readonly origin: string;
  readonly choices: OAuthChoices;
  /** Requests to this path, without those of the MCP server itself. */
  to(path: string): readonly OAuthRequest[];
  /** Requests of the MCP server itself, with the token that each had. */
  readonly calls: readonly (string | null)[];
  /** Tokens that let somebody in now, the newest last. */
  readonly valid: readonly string[];
  /** No token lets anybody in any more; those for new ones neither, unless they are kept. */
  revokeAll(keeps?: "refresh"): void;
  /** What the browser of a person does who signs in: follows the page to its end, and tells what is shown there. */
  visit(page: string): Promise<{ readonly address: string; readonly status: number; readonly page: string }>;
}

export async function startOAuthServer(chosen: Partial<OAuthChoices> = {}): Promise<OAuthServer> {
  const choices: OAuthChoices = { ...plainChoices, ...chosen };
  const requests: OAuthRequest[] = [];
  const calls: (string | null)[] = [];
  let origin = "";
  const authority = createOAuthAuthority(choices, () => origin);
  const handle = webServer();

  /** Only with a token, and for some tools only with one that has more rights. */
  function refusal(token: string | null, body: string): Answer | null {
    const scope = token === null ? undefined : authority.access.get(token);
    const place = choices.resourcePage ?? `${origin}/.well-known/oauth-protected-resource/mcp`;
    const told = choices.tellsResource ? `, resource_metadata="${place}"` : "";
    if (scope === undefined) {
      return { status: 401, headers: choices.challenges ? { "www-authenticate": `Bearer realm="test"${told}` } : {} };
    }
    const wanted = choices.wantedFor(body);
    if (wanted === null || scope.split(" ").includes(wanted)) return null;
    const header = `Bearer error="insufficient_scope", scope="${wanted}"${told}`;
    return { status: 403, headers: { "www-authenticate": header } };
  }

  function answer(request: IncomingMessage, body: string, response: ServerResponse): void {
    const url = new URL(request.url ?? "/", origin);
    if (url.pathname === "/mcp") {
      const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? "")?.[1] ?? null;
      calls.push(token);
      const refused = refusal(token, body);
      if (refused === null) handle(request, body, response);
      else response.writeHead(refused.status, refused.headers).end();
      return;
    }
    const fields = request.method === "POST" ? new URLSearchParams(body) : url.searchParams;
    requests.push({ path: url.pathname, headers: request.headers, fields });
    const { status, headers, body: page = "" } = authority.answer(url.pathname, fields);
    response.writeHead(status, headers).end(page);
  }

  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk) => {
      body += String(chunk);
    });
    request.on("end", () => answer(request, body, response));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: `${origin}/mcp`,
    origin,
    choices,
    calls,
    to: (path) => requests.filter((one) => one.path === path),
    get valid() {
      return [...authority.access.keys()];
    },
    revokeAll(keeps) {
      authority.access.clear();
      if (keeps !== "refresh") authority.refresh.clear();
    },
    async visit(page) {
      const sent = await fetch(page, { redirect: "manual" });
      const address = sent.headers.get("location") ?? "";
      const shown = await fetch(address);
      return { address, status: shown.status, page: await shown.text() };
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
