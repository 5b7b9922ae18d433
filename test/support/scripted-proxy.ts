import { createServer, request as forward, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createSecureServer } from "node:https";
import { connect, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import { serverCertificate } from "./certificates.ts";
import { portOf } from "./port-of.ts";

export interface ProxyScript {
  /** `name:password` that it wants. */
  readonly password?: string;
  /** It is itself spoken to by TLS. */
  readonly isSecure?: boolean;
  /** Instead of doing its work. */
  readonly instead?: "refuse" | "hang" | "close";
  /** Breaks what it carries once this settles. */
  readonly breaks?: Promise<unknown>;
}

export interface ScriptedProxy extends AsyncDisposable {
  /** `http://127.0.0.1:port`. */
  readonly url: string;
  readonly port: number;
  /** What it was asked for: `CONNECT host:port`, or `POST http://host/path`. */
  readonly asked: readonly string[];
  /** The headers of the requests that it was asked to pass on. */
  readonly headers: readonly IncomingMessage["headers"][];
  /** Connections that clients opened to it. */
  readonly connections: number;
}

/** A proxy on loopback that knows every name: whatever is asked for lies at the port of `target` on loopback. */
export async function startScriptedProxy(
  target: { readonly port: number },
  script: ProxyScript = {},
): Promise<ScriptedProxy> {
  const asked: string[] = [];
  const headers: IncomingMessage["headers"][] = [];
  const sockets = new Set<Duplex>();
  let connections = 0;
  const server = script.isSecure === true ? createSecureServer(serverCertificate) : createServer();

  function isLetIn(incoming: IncomingMessage): boolean {
    if (script.password === undefined) return true;
    return incoming.headers["proxy-authorization"] === `Basic ${Buffer.from(script.password).toString("base64")}`;
  }

  function seen(incoming: IncomingMessage): void {
    asked.push(`${incoming.method} ${incoming.url}`);
    headers.push(incoming.headers);
  }

  server.on("request", (incoming: IncomingMessage, answer: ServerResponse) => {
    seen(incoming);
    if (script.instead === "hang") return;
    if (script.instead === "close") return void incoming.socket.destroy();
    if (script.instead === "refuse" || !isLetIn(incoming)) {
      answer.writeHead(script.instead === "refuse" ? 403 : 407, { "proxy-authenticate": "Basic" });
      return void answer.end("no");
    }
    const { pathname, search } = new URL(incoming.url ?? "");
    const options = { port: target.port, path: pathname + search, method: incoming.method, headers: incoming.headers };
    const onward = forward({ host: "127.0.0.1", ...options }, (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(answer);
    });
    onward.on("error", () => answer.destroy());
    void script.breaks?.then(() => {
      onward.destroy();
      answer.destroy();
    });
    incoming.pipe(onward);
  });

  server.on("connect", (incoming: IncomingMessage, socket: Duplex) => {
    seen(incoming);
    socket.on("error", () => socket.destroy());
    if (script.instead === "hang") return;
    if (script.instead === "close") return void socket.destroy();
    if (script.instead === "refuse") return void socket.end("HTTP/1.1 403 Forbidden\r\n\r\n");
    if (!isLetIn(incoming)) return void socket.end("HTTP/1.1 407 Who?\r\nProxy-Authenticate: Basic\r\n\r\n");
    const onward: Socket = connect(target.port, "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 OK\r\n\r\n");
      socket.pipe(onward).pipe(socket);
    });
    sockets.add(onward);
    onward.on("error", () => socket.destroy());
    socket.on("close", () => onward.destroy());
    void script.breaks?.then(() => socket.destroy());
  });

  server.on("connection", (socket: Socket) => {
    connections += 1;
    sockets.add(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const port = portOf(server);
  return {
    url: `${script.isSecure === true ? "https" : "http"}://127.0.0.1:${port}`,
    port,
    asked,
    headers,
    get connections() {
      return connections;
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
