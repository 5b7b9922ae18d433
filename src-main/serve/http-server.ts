import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { type WebSocket, WebSocketServer } from "ws";
import { type ContractError, contractError } from "../../src-preload/contract/errors.ts";
import { maxFrameBytes } from "../../src-preload/contract/frames.ts";
import { fail, ok, type Result } from "../../src-preload/contract/result.ts";
import { text } from "../settings/text.ts";
import { type Access, type AccessKeys, checkHost, checkPage, checkSocket, cookieName, isToken } from "./access.ts";
import type { ServerPort } from "./frame-peer.ts";
import { errorCode } from "./owner-file.ts";
import { pageHeaders } from "./page-headers.ts";
import { plainPage } from "./plain-page.ts";
import { readStatic } from "./static-files.ts";

export interface ServedApp {
  /** With the token: for the one person who may open it. */
  readonly url: string;
  readonly port: number;
  close(): Promise<void>;
}

/** Takes over the WebSocket of a client that was let in. */
export type ConnectPort = (port: ServerPort) => void;

/** Serves the app on loopback alone; port 0 takes any free one. `pages` is the folder of the built window. */
export async function serveApp(
  port: number,
  connect: ConnectPort,
  pages: string,
): Promise<Result<ServedApp, ContractError>> {
  const server = createServer({ requestTimeout: 30_000, headersTimeout: 10_000 });
  const listening = await listen(server, port);
  if (!listening.ok) return listening;
  const keys: AccessKeys = {
    token: randomBytes(24).toString("base64url"),
    cookie: randomBytes(24).toString("base64url"),
    port: listening.value,
  };
  const sockets = new WebSocketServer({ noServer: true, maxPayload: maxFrameBytes, perMessageDeflate: false });
  server.on("request", (request, response) => void answerRequest(request, response, { keys, pages }));
  server.on("upgrade", (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on("error", () => socket.destroy());
    const access = request.url?.split("?")[0] === "/ws" ? checkSocket(request.headers, keys) : notFound;
    if (access.kind === "refused") refuseUpgrade(socket, access);
    else sockets.handleUpgrade(request, socket, head, (client) => connect(createSocketPort(client)));
  });
  return ok({
    url: `http://127.0.0.1:${keys.port}/?token=${keys.token}`,
    port: keys.port,
    close: async () => {
      for (const client of sockets.clients) client.terminate();
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  });
}

const notFound = { kind: "refused", status: 404, reason: "not found" } as const;
const badAddress = { kind: "refused", status: 400, reason: "bad address" } as const;
const wrongMethod = { kind: "refused", status: 405, reason: "method not allowed" } as const;
const noKey = { kind: "refused", status: 401, reason: "no key" } as const;

function listen(server: Server, port: number): Promise<Result<number, ContractError>> {
  return new Promise((resolve) => {
    server.once("error", (cause) => {
      const message =
        errorCode(cause) === "EADDRINUSE"
          ? text("cli.portInUse", { port })
          : text("error.internal", { message: cause.message });
      resolve(fail(contractError("conflict", message)));
    });
    server.listen(port, "127.0.0.1", () => {
      const address = server.address();
      resolve(ok(typeof address === "object" && address !== null ? address.port : port));
    });
  });
}

interface Reply {
  readonly status: number;
  readonly body: string | Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

interface Site {
  readonly keys: AccessKeys;
  readonly pages: string;
}

const plainText = { "content-type": "text/plain; charset=utf-8" };

function refusal(access: Extract<Access, { kind: "refused" }>): Reply {
  const body = access.status === 401 ? text("serve.forbidden") : access.reason;
  return { status: access.status, body, headers: plainText };
}

async function planReply(request: IncomingMessage, { keys, pages }: Site): Promise<Reply> {
  const url = URL.parse(request.url ?? "/", "http://127.0.0.1");
  if (url === null) return refusal(badAddress);
  const host = checkHost(request.headers, keys.port);
  if (host.kind === "refused") return refusal(host);
  if (url.pathname === "/" && url.searchParams.has("token")) return exchange(url, keys);
  const access = checkPage(request.headers, keys);
  if (access.kind === "refused") return refusal(access);
  if (request.method !== "GET" && request.method !== "HEAD") return refusal(wrongMethod);
  const file = await readStatic(pages, url.pathname);
  if (file === null) return url.pathname === "/" ? unbuilt() : refusal(notFound);
  const cache = file.immutable ? { "cache-control": "private, max-age=31536000, immutable" } : {};
  return { status: 200, body: file.body, headers: { "content-type": file.type, ...cache } };
}

/** The window was not built: the agent runs all the same. */
function unbuilt(): Reply {
  return { status: 200, body: plainPage(), headers: { "content-type": "text/html; charset=utf-8" } };
}

/** The token of the address becomes a cookie, and the address is clean again. */
function exchange(url: URL, keys: AccessKeys): Reply {
  if (!isToken(url.searchParams.get("token"), keys)) return refusal(noKey);
  const cookie = `${cookieName(keys.port)}=${keys.cookie}; HttpOnly; SameSite=Strict; Path=/`;
  return { status: 303, body: "", headers: { location: "/", "set-cookie": cookie } };
}

async function answerRequest(request: IncomingMessage, response: ServerResponse, site: Site): Promise<void> {
  const { status, body, headers } = await planReply(request, site).catch(
    (cause: unknown): Reply => ({ status: 500, body: String(cause), headers: plainText }),
  );
  response.writeHead(status, { ...pageHeaders, ...headers });
  response.end(request.method === "HEAD" ? undefined : body);
}

function refuseUpgrade(socket: Duplex, access: { readonly status: number; readonly reason: string }): void {
  socket.end(`HTTP/1.1 ${access.status} ${access.reason}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

function createSocketPort(client: WebSocket): ServerPort {
  client.on("error", () => client.terminate());
  return {
    get unsentBytes() {
      return client.bufferedAmount;
    },
    send: (frame) => client.send(frame),
    onFrame: (listener) => void client.on("message", (data) => listener(data.toString())),
    onClose: (listener) => void client.once("close", listener),
    close: () => client.close(),
  };
}
