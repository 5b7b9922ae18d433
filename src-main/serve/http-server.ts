import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { type WebSocket, WebSocketServer } from "ws";
import { type ContractError, contractError } from "../../src-preload/contract/errors.ts";
import { maxFrameBytes } from "../../src-preload/contract/frames.ts";
import { type AsyncResult, fail, ok, type Result } from "../../src-preload/contract/result.ts";
import type { Host } from "../host.ts";
import type { FileSystem } from "../storage/file-system.ts";
import { systemCodeOf } from "../thrown.ts";
import { text } from "../words.ts";
import { checkHost, checkOrigin, cookieNameOf, cookieOf, createSecret, hasBearer, type Refusal } from "./access.ts";
import { markOfOwner, traceWeb } from "./command-trace.ts";
import type { ServerPort } from "./frame-peer.ts";
import { createKnownBrowsers } from "./known-browsers.ts";
import { createOneTime } from "./one-time.ts";
import { admitPage } from "./page-gate.ts";
import { pageHeaders } from "./page-headers.ts";
import { notFound, planReply, refusalReply, type Site } from "./page-replies.ts";

export interface ServedApp {
  readonly port: number;
  /** The Bearer of programs. */
  readonly token: string;
  /** Lets those who present it have a fresh address; for the file in the home. */
  readonly addressKey: string;
  /** With a code that lets one browser in, once: for the one person who may open it. */
  freshUrl(): string;
  close(): Promise<void>;
}

/** A client that was let in. */
export interface LetIn {
  readonly port: ServerPort;
  readonly kind: "window" | "program";
  readonly mayBeCommand: () => Promise<boolean>;
}

export interface ServeOptions {
  readonly host: Host;
  readonly files: FileSystem;
  /** The folder of the built window. */
  readonly pages: string;
  /** The port to listen on; of several, the first free one. 0 means any. */
  readonly ports: readonly number[];
  readonly connect: (client: LetIn) => void;
}

/** A page has so long to use what the exchange gave it, in milliseconds. */
const ticketLifeMs = 5 * 60 * 1000;

/** Serves the app on loopback alone. */
export async function serveApp(options: ServeOptions): AsyncResult<ServedApp> {
  const { host, files, pages } = options;
  const server = createServer({ requestTimeout: 30_000, headersTimeout: 10_000 });
  const listening = await listenFirst(server, options.ports);
  if (!listening.ok) return listening;
  const port = listening.value;
  const codes = createOneTime<null>(host, null);
  const site: Site = {
    port,
    pages,
    codes,
    token: createSecret(),
    addressKey: createSecret(),
    ownerOf: markOfOwner(host.paths.home, files),
    cookieName: cookieNameOf(host.paths.home),
    browsersFile: `${host.paths.home}/browsers.json`,
    browsers: createKnownBrowsers(host, files),
    tickets: createOneTime<string>(host, ticketLifeMs),
    given: new Map(),
    freshUrl: () => `http://127.0.0.1:${port}/?code=${codes.mint(null)}`,
  };
  const sockets = new WebSocketServer({ noServer: true, maxPayload: maxFrameBytes, perMessageDeflate: false });
  server.on("request", (request, response) => void answerRequest(request, response, site));
  server.on("upgrade", (request, socket, head) => {
    socket.on("error", () => socket.destroy());
    const failed = (cause: unknown): void => {
      host.log("error", "a socket could not be opened", { reason: String(cause) });
      socket.destroy();
    };
    const admit = async (client: WebSocket, entry: OpenEntry): Promise<void> => {
      client.on("error", () => client.terminate());
      const kind = await entry.admit(client);
      if (kind === null) return;
      options.connect({ port: createSocketPort(client), kind, mayBeCommand: traceWeb(request.socket, site.ownerOf) });
    };
    enter(request, site, host).then((entry) => {
      if (entry.kind === "refused") return refuseUpgrade(socket, entry);
      sockets.handleUpgrade(request, socket, head, (client) => void admit(client, entry).catch(failed));
    }, failed);
  });
  return ok({
    port,
    token: site.token,
    addressKey: site.addressKey,
    freshUrl: site.freshUrl,
    close: async () => {
      for (const client of sockets.clients) client.terminate();
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  });
}

interface OpenEntry {
  readonly kind: "open";
  /** Null where the page at the other end was not let in, and its socket is closed. */
  readonly admit: (client: WebSocket) => Promise<LetIn["kind"] | null>;
}
type Entry = OpenEntry | Refusal;

/** Who may open a socket: a program with the Bearer, or a browser with its cookie, whose page then has to prove itself. */
async function enter(request: IncomingMessage, site: Site, host: Host): Promise<Entry> {
  const { headers } = request;
  if (request.url?.split("?")[0] !== "/ws") return notFound;
  for (const access of [checkHost(headers, site.port), checkOrigin(headers)])
    if (access.kind === "refused") return access;
  if (hasBearer(headers, site.token)) return { kind: "open", admit: async () => "program" };
  const { origin } = headers;
  const browser = origin === undefined ? null : await site.browsers.find(cookieOf(headers, site.cookieName));
  if (browser === null || origin === undefined) return { kind: "refused", status: 401, reason: "no key" };
  const gate = { browsers: site.browsers, tickets: site.tickets, clock: host };
  return {
    kind: "open",
    admit: async (client) => ((await admitPage(client, { browser, origin }, gate)) ? "window" : null),
  };
}

async function listenFirst(server: Server, ports: readonly number[]): AsyncResult<number> {
  let last: Result<number, ContractError> = fail(contractError("conflict", text("cli.portInUse", { port: 0 })));
  for (const port of ports) {
    last = await listen(server, port);
    if (last.ok) return last;
  }
  return last;
}

function listen(server: Server, port: number): AsyncResult<number> {
  return new Promise((resolve) => {
    const failed = (cause: Error): void => {
      const message =
        systemCodeOf(cause) === "EADDRINUSE"
          ? text("cli.portInUse", { port })
          : text("error.internal", { message: cause.message });
      resolve(fail(contractError("conflict", message)));
    };
    server.once("error", failed);
    server.listen(port, "127.0.0.1", () => {
      server.off("error", failed);
      const address = server.address();
      resolve(ok(typeof address === "object" && address !== null ? address.port : port));
    });
  });
}

async function answerRequest(request: IncomingMessage, response: ServerResponse, site: Site): Promise<void> {
  const { status, body, headers, stays } = await planReply(request, site).catch((cause: unknown) => ({
    ...refusalReply({ kind: "refused", status: 400, reason: String(cause) }),
    status: 500,
  }));
  response.writeHead(status, { ...pageHeaders, ...headers });
  if (stays === true) response.write(body);
  else response.end(request.method === "HEAD" ? undefined : body);
}

function refuseUpgrade(socket: Duplex, access: Refusal): void {
  socket.end(`HTTP/1.1 ${access.status} ${access.reason}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

function createSocketPort(client: WebSocket): ServerPort {
  return {
    get unsentBytes() {
      return client.bufferedAmount;
    },
    send: (frame) => client.send(frame),
    onFrame: (listener) => void client.on("message", (data) => listener(data.toString())),
    onClose(listener) {
      if (client.readyState === client.CLOSED) queueMicrotask(listener);
      else client.once("close", listener);
    },
    close: () => client.close(),
    drop: () => client.terminate(),
  };
}
