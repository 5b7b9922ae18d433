import { join } from "node:path";

const script = join(import.meta.dirname, "stdio-server.mjs");

export interface StdioServerOptions {
  readonly mode?:
    | "plain"
    | "silent"
    | "exits"
    | "leaks"
    | "needs-token"
    | "newest-only"
    | "chatty"
    | "dies-in-call"
    | "dies-between"
    | "huge"
    | "works-on"
    | "hangs"
    | "grows"
    | "many"
    | "with-child";
  /** Files that it writes: its environment, a line for each start, a line for each call, the process that it started. */
  readonly dumpEnv?: string;
  readonly starts?: string;
  readonly calls?: string;
  readonly childPid?: string;
  /** Once this file is there, its first tool is another one. */
  readonly changeWhen?: string;
  /** It has resources (`memo:…`) and prompts as well. */
  readonly offers?: boolean;
  /** Neither the end of its stdin nor SIGTERM ends it. */
  readonly isStubborn?: boolean;
}

/** The settings of a server that does what a test wants. */
export function stdioServer(options: StdioServerOptions = {}, more: object = {}): object {
  return { command: process.execPath, args: [script, JSON.stringify(options)], ...more };
}

/** The settings of a server that asks back: its tools are in its file. */
export function askingServer(more: object = {}): object {
  return { command: process.execPath, args: [join(import.meta.dirname, "asking-server.mjs")], ...more };
}

/** The settings of a server that tries what it is asked to. `asksFirst`: an address without whose answer it ends. */
export function reachingServer(options: { readonly asksFirst?: string } = {}, more: object = {}): object {
  return {
    command: process.execPath,
    args: [join(import.meta.dirname, "reaching-server.mjs"), JSON.stringify(options)],
    ...more,
  };
}

/** What config.json says of MCP servers. */
export function serverSettings(mcpServers: Readonly<Record<string, object>>): object {
  return { tools: { mcpServers } };
}
