import type { McpProblem, McpStageResult, McpState, SeenTool } from "../../src-preload/contract/mcp.ts";
import type { AsyncResult } from "../../src-preload/contract/result.ts";
import type { McpServerSettings } from "../../src-preload/contract/settings.ts";
import type { RemoteCall } from "../tools/remote-tool.ts";
import type { ToolResult } from "../tools/tool.ts";
import type { ServerSignIn } from "./auth/server-sign-in.ts";
import type { ToolDefinition } from "./connection.ts";
import type { McpDependencies } from "./dependencies.ts";
import type { LeftOut } from "./mend-tools.ts";
import type { ServerLog } from "./server-log.ts";
import type { ServerOffers } from "./server-offers.ts";
import type { McpTrust } from "./trust.ts";

/** One server of the settings, shared by all chats. */
export interface Server {
  readonly name: string;
  readonly settings: McpServerSettings;
  /** Null where nobody can sign in: a program, or an address that is given a key. */
  readonly signIn: ServerSignIn | null;
  readonly state: McpState;
  /** What it calls itself. */
  readonly title: string;
  readonly stages: readonly McpStageResult[];
  readonly testedAt: number | null;
  readonly problem: McpProblem | null;
  /** Also while it rests. */
  readonly tools: readonly ToolDefinition[];
  /** What of its list cannot be used, and why. */
  readonly leftOut: readonly LeftOut[];
  /** What it says of how its tools are used. */
  readonly instructions: string;
  /** Names of tools that are not as they were first seen. */
  readonly changed: ReadonlySet<string>;
  /** Names of tools that the person lets run without asking. */
  readonly allowed: ReadonlySet<string>;
  /** Hosts that it was kept from, the last ones. */
  readonly refused: readonly string[];
  /** Why its program runs without the sandbox that it should run in; null where that is not so. */
  readonly unconfined: string | null;
  readonly log: ServerLog;
  /** It said so when it was connected last. */
  readonly hasResources: boolean;
  /** Its resources and prompts. */
  readonly offers: ServerOffers;
  /** When the connection was begun that is on its way, in the clock's rising milliseconds; null where none is. */
  readonly openingSince: number | null;
  /** Other settings of what is started or asked in the same way. */
  adopt(settings: McpServerSettings): void;
  /** Connects, unless it is connected, off, or has failed too lately. Resolves when that has ended, however it did. */
  connect(): Promise<void>;
  /** Ends it and connects anew. */
  restart(): Promise<void>;
  /** Takes its tools as they are. */
  accept(): Promise<void>;
  /** Lets these tools run without asking, or not any more. They are named with what they were when the person saw them. */
  allow(seen: readonly SeenTool[], isAllowed: boolean): AsyncResult<void>;
  call(tool: ToolDefinition, args: Readonly<Record<string, unknown>>, call: RemoteCall): Promise<ToolResult>;
  close(): Promise<void>;
}

export interface ServerOptions {
  readonly name: string;
  readonly settings: McpServerSettings;
  readonly deps: McpDependencies;
  readonly trust: McpTrust;
  /** What one of this name was kept from before its settings were changed. */
  readonly refused: readonly string[];
}
