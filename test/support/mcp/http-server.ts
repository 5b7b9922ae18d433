import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { toNodeHandler } from "@modelcontextprotocol/node";
import { createMcpHandler, McpServer } from "@modelcontextprotocol/server";
import { z } from "../../../src-preload/contract/zod.ts";

export interface HttpServer extends AsyncDisposable {
  readonly url: string;
  readonly requests: readonly { readonly method: string; readonly headers: IncomingHttpHeaders }[];
  /** How many requests still have their connection. */
  readonly open: number;
}

export interface HttpServerOptions {
  /** What every request must have in its Authorization header. */
  readonly authorization?: string;
  /** What it answers instead of speaking the protocol; `silence`: nothing. */
  readonly instead?:
    | "silence"
    | { readonly status: number; readonly headers?: Record<string, string>; readonly body?: string };
  /** It has a tool one of whose arguments goes as a header too. */
  readonly mirrors?: boolean;
}

/** A server of the protocol's own library behind an address of loopback. */
export async function startHttpServer({
  authorization,
  instead,
  mirrors = false,
}: HttpServerOptions = {}): Promise<HttpServer> {
  const requests: { readonly method: string; readonly headers: IncomingHttpHeaders }[] = [];
  const handle = toNodeHandler(
    createMcpHandler(() => {
      const server = new McpServer({ name: "web-server", version: "2.0.0" });
      const annotations = { readOnlyHint: true };
      server.registerTool(
        "add",
        { description: "Adds.", inputSchema: z.object({ a: z.number(), b: z.number() }), annotations },
        ({ a, b }) => ({ content: [{ type: "text", text: String(a + b) }] }),
      );
      server.registerTool(
        "fetch",
        {
          description: "Fetches.",
          inputSchema: z.object({ url: z.string() }),
          annotations: { ...annotations, openWorldHint: true },
        },
        () => ({ content: [{ type: "text", text: "a page" }] }),
      );
      if (mirrors) {
        const region = z.string().meta({ "x-mcp-header": "Region" });
        server.registerTool("query", { description: "Asks.", inputSchema: z.object({ region }) }, (asked) => ({
          content: [{ type: "text", text: `asked ${asked.region}` }],
        }));
      }
      return server;
    }),
  );
  let open = 0;
  const server = createServer((request, response) => {
    open += 1;
    response.on("close", () => {
      open -= 1;
    });
    requests.push({ method: request.method ?? "", headers: request.headers });
    if (instead === "silence") return;
    if (instead !== undefined) response.writeHead(instead.status, instead.headers).end(instead.body ?? "");
    else if (authorization !== undefined && request.headers.authorization !== authorization)
      response.writeHead(401).end();
    else void handle(Object.assign(request, { method: request.method ?? "", url: request.url ?? "" }), response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    requests,
    get open() {
      return open;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
