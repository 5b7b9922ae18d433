import type { Transport } from "@modelcontextprotocol/client";
import { connect, type McpConnection } from "../../../src-main/mcp/connection.ts";
import { createMending } from "../../../src-main/mcp/mending.ts";
import { noAsks } from "./remote-call.ts";

export interface Question {
  readonly id?: string | number;
  readonly method: string;
  readonly params?: Readonly<Record<string, unknown>> | undefined;
}

/** What a server of the tests says to a question: lines as they go over the wire. */
export type Answers = (question: Question) => readonly string[];

/** A server without a process: what it says goes through everything that reads a real one. */
export function connectInProcess(
  answers: Answers,
  timeoutMs = 1000,
  onToolsChanged: () => void = () => undefined,
  onOffersChanged: () => void = () => undefined,
  onLog: (line: string) => void = () => undefined,
): Promise<McpConnection> {
  const mending = createMending();
  const transport: Transport = {
    start: async () => undefined,
    async send(message) {
      mending.sent(message);
      if (!("method" in message)) return;
      const lines = answers(message);
      queueMicrotask(() => {
        for (const line of lines) for (const one of mending.received(line).messages) transport.onmessage?.(one);
      });
    },
    close: async () => transport.onclose?.(),
  };
  const { signal } = new AbortController();
  const options = {
    version: "1.0.0",
    negotiation: "plain",
    onToolsChanged,
    onOffersChanged,
    timeoutMs,
    signal,
    asks: noAsks,
    onLog,
  } as const;
  return connect(transport, mending, options);
}

/** The results of a server without a fault. */
export const plainResults: Readonly<Record<string, unknown>> = {
  initialize: {
    protocolVersion: "2025-06-18",
    capabilities: { tools: { listChanged: true } },
    serverInfo: { name: "plain", version: "1.0.0" },
    instructions: "Ask for the list first.",
  },
  "tools/list": {
    tools: [
      {
        name: "odd",
        title: "Odd",
        description: "Does something.",
        inputSchema: { type: "object", properties: { a: { type: "string" } }, required: ["a"] },
        outputSchema: { type: "object" },
        annotations: { readOnlyHint: true, title: "Odd" },
        _meta: {},
      },
      { name: "good", description: "Works.", inputSchema: { type: "object" } },
    ],
  },
  "tools/call": {
    content: [
      { type: "text", text: "hello" },
      { type: "image", data: "iVBORw0KGgo=", mimeType: "image/png" },
      { type: "resource", resource: { uri: "file:///a", text: "inside" } },
      { type: "resource_link", uri: "file:///b", name: "b" },
    ],
    structuredContent: { answer: 42 },
    isError: false,
  },
  ping: {},
};

export function answer(id: Question["id"], more: object): string {
  return JSON.stringify({ jsonrpc: "2.0", id, ...more });
}
