import type { SessionKey } from "../../src-preload/contract/ids.ts";
import type { Settings } from "../../src-preload/contract/settings.ts";
import { type RemoteTool, remoteTool } from "./remote-tool.ts";
import type { SaveResult } from "./result-files.ts";
import { type LimitedResult, type LongResult, limitResult } from "./result-limit.ts";
import { runPreparedCall } from "./run-tool.ts";
import type { PreparedCall, Tool, ToolContext, ToolResult } from "./tool.ts";
import { createToolRegistry, type ToolRegistry } from "./tool-registry.ts";

/** Tools that come and go with the servers that the person has connected. */
export interface RemoteTools {
  /** The same list until something changes. */
  tools(): readonly RemoteTool[];
  /** Names of the servers that cannot be reached now. */
  missing(): readonly string[];
  /** Whether a name is one that their tools have, also of a server that is gone. */
  isToolId(name: string): boolean;
  /** What they say of how their tools are used. */
  words(): readonly { readonly server: string; readonly text: string }[];
  /** These had no room in the turn that began last. */
  noteLeftOut(ids: ReadonlySet<string>): void;
  /** Connects what is set up and waits a while for it. Never throws. */
  ready(settings: Settings, signal: AbortSignal): Promise<void>;
}

interface ToolSourceOptions {
  /** The tools that come with the app. */
  readonly builtin: readonly Tool[];
  readonly remote: RemoteTools;
  readonly save: SaveResult;
}

/** The registry, running, and what becomes of long results: all that the agent needs of tools. */
export interface ToolRunner extends Omit<ToolRegistry, "nearest"> {
  ready: RemoteTools["ready"];
  remoteServers(): ReadonlyMap<string, string>;
  serverWords: RemoteTools["words"];
  noteLeftOut: RemoteTools["noteLeftOut"];
  trouble(): string;
  /** Says that there is no tool of this name, and what may have been meant. A wrong name is never run as its neighbour. */
  unknownTool(name: string): string;
  run(tool: Tool, call: PreparedCall, context: ToolContext): Promise<ToolResult>;
  limit(result: LongResult, sessionKey: SessionKey): Promise<LimitedResult>;
}

export function createToolRunner({ builtin, save, remote }: ToolSourceOptions): ToolRunner {
  const ownRegistry = createToolRegistry(builtin);
  let made = { remote: remote.tools(), servers: new Map<string, string>(), registry: ownRegistry };
  /** The tools that come with the app are first, so that the beginning of a request stays the same. */
  const current = (): typeof made => {
    const now = remote.tools();
    if (now === made.remote) return made;
    const servers = new Map(now.map(({ id, server }) => [id, server]));
    made = { remote: now, servers, registry: createToolRegistry([...builtin, ...now.map(remoteTool)]) };
    return made;
  };

  return {
    ready: remote.ready,
    remoteServers: () => current().servers,
    serverWords: remote.words,
    noteLeftOut: remote.noteLeftOut,
    trouble() {
      const missing = remote.missing();
      return missing.length === 0 ? "" : `<servers>not connected: ${missing.join(", ")}</servers>`;
    },
    get: (name) => current().registry.get(name),
    unknownTool(name) {
      // A tool of a server that is gone is no slip of the pen for one of another server.
      const isOfServer = remote.isToolId(name);
      const near = isOfServer ? null : ownRegistry.nearest(name);
      const gone = isOfServer ? " The server that had it may be off or not connected." : "";
      return `There is no tool ${name}.${near === null ? gone : ` Did you mean ${near}?`}`;
    },
    coreNames: ownRegistry.coreNames,
    definitions: (allowed) => current().registry.definitions(allowed),
    run: runPreparedCall,
    limit: (result, sessionKey) => limitResult(result, (content) => save(content, "txt", sessionKey)),
  };
}
