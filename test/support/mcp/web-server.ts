import type { IncomingMessage, ServerResponse } from "node:http";
import { toNodeHandler } from "@modelcontextprotocol/node";
import { createMcpHandler, McpServer } from "@modelcontextprotocol/server";
import { z } from "../../../src-preload/contract/zod.ts";

/** Answers a request whose body has been read, as a server of the protocol's own library with two tools. */
export function webServer(): (request: IncomingMessage, body: string, response: ServerResponse) => void {
  const handle = toNodeHandler(
    createMcpHandler(() => {
      const server = new McpServer({ name: "web-server", version: "2.0.0" });
      const sum = z.object({ a: z.number(), b: z.number() });
      server.registerTool("add", { description: "Adds.", inputSchema: sum }, ({ a, b }) => ({
        content: [{ type: "text", text: String(a + b) }],
      }));
      server.registerTool("remove", { description: "Removes.", inputSchema: z.object({}) }, () => ({
        content: [{ type: "text", text: "removed" }],
      }));
      return server;
    }),
  );
  return (request, body, response) => {
    const known: unknown = body === "" ? undefined : JSON.parse(body);
    void handle(Object.assign(request, { method: request.method ?? "", url: request.url ?? "" }), response, known);
  };
}
