import type { McpTarget } from "./mcp.ts";
import { z } from "./zod.ts";

/*
 * MCP servers that other applications on this computer have set up. No value of a variable or a header crosses the contract: what
 * was found is held by the agent, and named by its number.
 */

/** A file of another application in which servers stand. */
export interface AppFile {
  readonly app: string;
  readonly path: string;
  /** Why nothing was read of it, as a sentence; null where it was read. */
  readonly problem: string | null;
}

export interface FoundServer {
  /** Under the token of the look that found it. */
  readonly id: number;
  readonly name: string;
  /** What would be run or asked, in full. */
  readonly target: McpTarget;
  /** Variables of a command, headers of an address; `isMissing`: the file has a blank in the place of its value. */
  readonly values: readonly { readonly name: string; readonly isMissing: boolean }[];
  /** Applications that have it, in the order of the files. */
  readonly apps: readonly string[];
  /** Each of these has it switched off. */
  readonly isOff: boolean;
  /** The server of Perch that runs or asks the same; null where none does. */
  readonly known: string | null;
}

export interface FoundApps {
  /** What was found is held under it for a quarter of an hour, until the next look. */
  readonly token: string;
  /** Files that are there. */
  readonly files: readonly AppFile[];
  readonly servers: readonly FoundServer[];
}

/** What became of a server that was to be brought in. */
export type BroughtIn =
  | { readonly kind: "added"; readonly id: number; readonly name: string }
  | { readonly kind: "failed"; readonly id: number; readonly message: string };

/** Inputs of the routes about where servers come from. */
export const mcpSourceRoutes = {
  /** Looks into the files of other applications; nothing is kept or started. */
  "mcpSources.findApps": () => z.object({}),
  /**
   * Adds and starts those that were chosen, each by itself; a name that is taken gets a number. `conflict` where what was found is
   * held no more.
   */
  "mcpSources.bringIn": () =>
    z.object({ token: z.string().max(100), ids: z.array(z.number().int().min(0)).min(1).max(500) }),
} as const;

/** What their handlers answer. */
export interface McpSourceOutputs {
  readonly "mcpSources.findApps": FoundApps;
  readonly "mcpSources.bringIn": { readonly servers: readonly BroughtIn[] };
}
