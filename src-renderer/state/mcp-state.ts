import type { McpLogLine, McpServerDetail, McpServerRow, McpTool } from "../../src-preload/contract/mcp.ts";
import type { KeyPlace } from "../../src-preload/contract/providers.ts";
import type { Loading } from "./chats.ts";

/** What a server's page shows beside its row. */
export interface McpDetail {
  readonly loading: Loading;
  readonly error: string | null;
  readonly tools: readonly McpTool[];
  readonly leftOut: McpServerDetail["leftOut"];
  readonly instructions: string;
  readonly log: readonly McpLogLine[];
}

export type McpBusy = "restart" | "save" | "sign-in";

export interface McpServersState {
  readonly rows: readonly McpServerRow[];
  /** Where a value that is entered now would be kept; null before it is known. */
  readonly newKeys: KeyPlace | null;
  readonly loading: Loading;
  readonly error: string | null;
  /** By the name of the server: those that were opened. */
  readonly details: Readonly<Record<string, McpDetail>>;
  /** By the name of the server: what it was told and has not answered yet. */
  readonly busy: Readonly<Record<string, McpBusy>>;
  /** Names of those that are being connected, as it was told; also before a place has asked for them. */
  readonly connecting: readonly string[];
}
