import { timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "../../words.ts";
import { callbackPage } from "./callback-page.ts";
import { SignInFailure } from "./sign-in-failure.ts";

/** What came back: the parameters of the address, of which only these have been looked at so far. */
export type CallbackParameters = URLSearchParams;

/** Waits on this computer for a browser that comes back from signing in; is there only as long as that goes on. */
export interface Callback extends AsyncDisposable {
  /** Where the browser is to be sent back to. */
  readonly url: string;
  /** The first return with the right state; rejects when the callback is disposed before. */
  readonly returned: Promise<CallbackParameters>;
  /** A return that a person hands over by hand. Throws `SignInFailure` where it is not the one that is waited for. */
  take(address: string): void;
  /** What the browser is shown that came back; it waits for this. */
  tell(title: string, words: string): void;
}

interface CallbackOptions {
  /** Known to us and to whoever signs in. */
  readonly state: string;
  /** As it was registered; null for any port. */
  readonly fixed: string | null;
}

const headers = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'",
  "referrer-policy": "no-referrer",
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
};

/** Throws `SignInFailure` where its port is taken. */
export async function openCallback({ state, fixed }: CallbackOptions): Promise<Callback> {
  const { promise: returned, resolve, reject } = Promise.withResolvers<CallbackParameters>();
  // Whoever is disposed while nobody waits has no fault to tell.
  returned.catch(() => undefined);
  const { promise: told, resolve: tell } = Promise.withResolvers<string>();
  const path = fixed === null ? "/callback" : new URL(fixed).pathname;
  let isTaken = false;
  let shown: Promise<void> = Promise.resolve();

  /** Takes it once, and only with the state that nobody else knows. */
  function take(parameters: URLSearchParams): boolean {
    if (isTaken || !isSame(parameters.get("state") ?? "", state)) return false;
    isTaken = true;
    resolve(parameters);
    return true;
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // Anybody on this computer can send anything here.
    const address = `http://127.0.0.1${request.url ?? "/"}`;
    const url = URL.canParse(address) ? new URL(address) : null;
    const isReturn = request.method === "GET" && url?.pathname === path && take(url.searchParams);
    if (isReturn) shown = isOver(response);
    const page = isReturn ? await told : callbackPage(text("mcp.callback.strange"), text("mcp.callback.strangeWords"));
    response.writeHead(isReturn ? 200 : 404, { ...headers, connection: "close" }).end(page);
  }

  const server = createServer((request, response) => void answer(request, response));
  const port = await listen(server, fixed === null ? 0 : Number(new URL(fixed).port));
  return {
    url: fixed ?? `http://127.0.0.1:${String(port)}${path}`,
    returned,
    take(address) {
      const parameters = URL.canParse(address.trim()) ? new URL(address.trim()).searchParams : null;
      if (parameters === null || !take(parameters)) throw new SignInFailure(text("mcp.signIn.otherReturn"));
    },
    tell: (title, words) => tell(callbackPage(title, words)),
    async [Symbol.asyncDispose]() {
      reject(new SignInFailure(text("mcp.signIn.cancelled")));
      tell(callbackPage(text("mcp.callback.over"), text("mcp.callback.overWords")));
      await shown;
      await new Promise<void>((done) => {
        server.close(() => done());
        server.closeAllConnections();
      });
    },
  };
}

/** It has left, or its reader has. */
function isOver(response: ServerResponse): Promise<void> {
  return new Promise((done) => {
    response.once("finish", done);
    response.once("close", done);
  });
}

function isSame(given: string, wanted: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(wanted)];
  return left.length === right.length && timingSafeEqual(left, right);
}

function listen(server: ReturnType<typeof createServer>, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", () => reject(new SignInFailure(text("mcp.signIn.portTaken", { port }))));
    server.listen(port, "127.0.0.1", () => {
      const address = server.address();
      resolve(typeof address === "object" && address !== null ? address.port : port);
    });
  });
}
