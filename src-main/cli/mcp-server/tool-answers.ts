import type { CallToolResult } from "@modelcontextprotocol/server";

export function said(text: string, structured?: Readonly<Record<string, unknown>>): CallToolResult {
  const content: CallToolResult["content"] = [{ type: "text", text }];
  return structured === undefined ? { content } : { content, structuredContent: { ...structured } };
}

/** A failure that the model of the other program reads. */
export function failed(text: string, structured?: Readonly<Record<string, unknown>>): CallToolResult {
  return { ...said(text, structured), isError: true };
}
