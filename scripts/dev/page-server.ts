import { randomBytes } from "node:crypto";
import { realpathSync } from "node:fs";
import { join } from "node:path";
import {
  createLogger,
  createServer,
  type InlineConfig,
  type Logger,
  mergeConfig,
  type ProxyOptions,
  type UserConfig,
  type ViteDevServer,
} from "vite";
import { pageHeaders } from "../../src-main/serve/page-headers.ts";
import type { Gate } from "./gate.ts";

const root = join(import.meta.dirname, "../..");

/**
 * Where the window is shown while it is worked on. Served, it lies at the port of the agent on the other loopback address:
 * the agent takes `[::1]` with its port for itself, so that Host, Origin and the page's signature pass unchanged, and none of
 * its checks knows of this server. The desktop opens the pages from here and has its agent in itself.
 */
export type Stage =
  | { readonly kind: "served"; readonly host: "::1"; readonly port: number }
  | { readonly kind: "desktop"; readonly host: "127.0.0.1"; readonly port: number };

/** The page's own headers, and in its policy the one word that lets in the inline script of React's refresh. */
export function devHeaders(nonce: string): Record<string, string> {
  const policy = pageHeaders["content-security-policy"].replace("script-src 'self'", `$& 'nonce-${nonce}'`);
  // What may be kept is Vite's matter: its packages change only with their address.
  const { "cache-control": _, ...headers } = pageHeaders;
  return { ...headers, "content-security-policy": policy };
}

/**
 * What the agent answers, once it is there: its socket, an address with a code, and whether a browser may come in (HEAD).
 */
function agentRoutes({ port }: Stage, agent: Gate): Record<string, ProxyOptions> {
  const target = `http://127.0.0.1:${port}`;
  const wait = async (): Promise<undefined> => void (await agent.passed());
  const isForAgent = (method: string | undefined, url: string): boolean =>
    method === "HEAD" || new URL(url, target).searchParams.has("code");
  return {
    "/ws": { target, ws: true, bypass: wait },
    "^/(\\?.*)?$": {
      target,
      bypass: ({ method, url = "/" }) => (isForAgent(method, url) ? wait() : url),
    },
  };
}

/** A page that asks for an agent that has just gone says so itself; here it is no news. */
function quietLogger(): Logger {
  const logger = createLogger("info");
  const error: Logger["error"] = (message, options) => {
    if (!/proxy error:.*ECONNREFUSED/s.test(message)) logger.error(message, options);
  };
  return { ...logger, error };
}

/** Vite's server for the window, with its changes sent into the open page. */
export async function servePages(renderer: UserConfig, stage: Stage, agent: Gate): Promise<ViteDevServer> {
  const nonce = randomBytes(16).toString("base64");
  const { host, port } = stage;
  const own: InlineConfig = {
    configFile: false,
    cacheDir: join(root, "out/dev-cache"),
    customLogger: quietLogger(),
    html: { cspNonce: nonce },
    server: {
      host,
      port,
      strictPort: true,
      headers: devHeaders(nonce),
      // Also where node_modules is a link into another checkout.
      fs: { allow: [root, realpathSync(join(root, "node_modules"))] },
      ...(stage.kind === "served" ? { proxy: agentRoutes(stage, agent) } : {}),
    },
  };
  const server = await createServer(mergeConfig(renderer, own));
  return server.listen();
}
