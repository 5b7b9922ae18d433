import { sessionKeySchema } from "../../../src-preload/contract/ids.ts";
import type { McpAsk, McpField } from "../../../src-preload/contract/mcp-asks.ts";

/** A question of a server, of the chat `cli:here`. */
export function askOf(id: string, more: Partial<McpAsk> = {}): McpAsk {
  return {
    id,
    server: "desk",
    message: "Which table?",
    asked: { kind: "form", fields: [] },
    sessionKey: sessionKeySchema.parse("cli:here"),
    runId: null,
    parent: null,
    askedAt: 0,
    ...more,
  };
}

export function fieldOf(name: string, input: McpField["input"], more: Partial<McpField> = {}): McpField {
  return { name, title: name, description: "", isRequired: false, isSecret: false, input, ...more };
}

export const plainText: Extract<McpField["input"], { kind: "text" }> = {
  kind: "text",
  format: null,
  least: 0,
  most: 100,
  initial: "",
};
