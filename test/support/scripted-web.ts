import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import { connect } from "node:net";
import type { WebSockets } from "../../src-main/network/web-connection.ts";
import { portOf } from "./port-of.ts";

interface WebPage {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** Instead of an answer. */
  readonly instead?: "hang" | "close";
  /** The answer begins and never ends. */
  readonly isEndless?: true;
}

interface SeenRequest {
  readonly host: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
}

export interface ScriptedWeb extends AsyncDisposable {
  readonly port: number;
  readonly seen: readonly SeenRequest[];
  /** `address:port` of each connection. */
  readonly connected: readonly string[];
  /** Names and addresses of a public internet that lies on loopback. */
  readonly sockets: WebSockets;
}

export interface WebScript {
  /** By `host/path`, or by the path alone. */
  readonly pages: Readonly<Record<string, WebPage>>;
  /** What names lead to; any other name to one public address. */
  readonly names?: Readonly<Record<string, readonly string[]>>;
  /** In the place of the server of the pages. */
  readonly port?: number;
}

export const publicAddress = "93.184.216.34";

/** A whole web behind one server on loopback: whoever connects to any address comes there. */
export async function startScriptedWeb({ pages, names = {}, port }: WebScript): Promise<ScriptedWeb> {
  const seen: SeenRequest[] = [];
  const connected: string[] = [];

  function handle(incoming: IncomingMessage, response: ServerResponse): void {
    const { host = "" } = incoming.headers;
    const path = incoming.url ?? "";
    seen.push({ host, path, headers: incoming.headers });
    const page = pages[`${host}${path}`] ?? pages[path];
    if (page?.instead === "hang") return;
    if (page?.instead === "close") return void incoming.socket.destroy();
    response.writeHead(page?.status ?? (page === undefined ? 404 : 200), {
      ...(page?.headers ?? { "content-type": "text/html; charset=utf-8" }),
    });
    if (page?.isEndless === true) response.write(page.body ?? "");
    else response.end(page?.body ?? "");
  }

  const server = createServer(handle);
  await once(server.listen(0, "127.0.0.1"), "listening");
  const own = port ?? portOf(server);
  return {
    port: own,
    seen,
    connected,
    sockets: {
      async resolve(name) {
        const found = names[name] ?? [publicAddress];
        if (found.length === 0) throw Object.assign(new Error("no such name"), { code: "ENOTFOUND" });
        return found;
      },
      async connect(addresses, wanted) {
        connected.push(`${addresses.join(",")}:${wanted}`);
        const socket = connect({ host: "127.0.0.1", port: own });
        await once(socket, "connect");
        return socket;
      },
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
