import type { Connection } from "../../src-preload/contract/connection.ts";
import type { Values } from "../../src-preload/contract/mcp-ask-values.ts";
import type { McpAsk, McpAskAction } from "../../src-preload/contract/mcp-asks.ts";

/** Tells the answer; a page is opened first, since the server may wait for what is done there. What went wrong, else null. */
export async function answerAsk(
  connection: Connection,
  { id, asked }: McpAsk,
  { action, values }: { readonly action: McpAskAction; readonly values: Values },
): Promise<string | null> {
  if (asked.kind === "address" && action === "accept") {
    const opened = await connection.request("system.open", { target: asked.url });
    if (!opened.ok) return opened.error.message;
  }
  const sent = Object.entries(values).map(([name, value]) => [name, typeof value === "object" ? [...value] : value]);
  const told = await connection.request("ask.answer", { id, action, values: Object.fromEntries(sent) });
  return told.ok ? null : told.error.message;
}
