import type { McpServerSettings, Settings } from "../../src-preload/contract/settings.ts";
import type { RemoteTool } from "../tools/remote-tool.ts";
import { text } from "../words.ts";
import type { ToolDefinition } from "./connection.ts";
import type { McpDependencies } from "./dependencies.ts";
import { targetOf, valuesOf } from "./launch.ts";
import { effectOf, isEnabled, titleOf } from "./rows.ts";
import type { Server } from "./server.ts";
import { createServer } from "./shared-server.ts";
import { createToolIds } from "./tool-ids.ts";
import type { McpTrust } from "./trust.ts";
import { untilStopped } from "./until-stopped.ts";

/** A turn waits so long for servers that were never there; what comes later is there for the next one. */
const patienceMs = 10_000;

/** The servers of the settings, each once, whatever chats there are. */
export interface ServerPool {
  /** Brings them in line with the settings: what is new is made, what changed is made anew, what is gone is ended. */
  sync(settings: Settings): readonly Server[];
  /** As they are now, in the order of the settings. */
  list(): readonly Server[];
  ready(settings: Settings, signal: AbortSignal): Promise<void>;
  tools(): readonly RemoteTool[];
  /** Names of those that have failed, or wait for a person who signs in. */
  missing(): readonly string[];
  words(): readonly { readonly server: string; readonly text: string }[];
  noteLeftOut(ids: ReadonlySet<string>): void;
  /** Tools, as models call them, that the turn that began last did not list from its beginning. */
  readonly withoutRoom: ReadonlySet<string>;
  /** As models call it. */
  idOf(server: string, tool: string): string;
  /** The tools are to be looked at anew. */
  changed(): void;
  close(): Promise<void>;
}

export function createServerPool(lent: McpDependencies, trust: McpTrust): ServerPool {
  /** By name, in the order of the settings. */
  let servers: ReadonlyMap<string, Server> = new Map();
  let known: { readonly tools: readonly RemoteTool[]; readonly ids: ReadonlyMap<string, string> } | null = null;
  let withoutRoom: ReadonlySet<string> = new Set();
  const endings = new Set<Promise<void>>();
  let isClosed = false;
  const changed = (): void => {
    known = null;
  };
  const deps: McpDependencies = {
    ...lent,
    publish(fact) {
      if (fact.type === "server-changed") changed();
      lent.publish(fact);
    },
  };

  /** It was never there, and has had no time to come. */
  function isFresh({ state, openingSince }: Server): boolean {
    if (state === "waiting") return true;
    return openingSince !== null && lent.host.monotonic() - openingSince < patienceMs;
  }

  function end(server: Server): void {
    const ending = server.close().finally(() => endings.delete(ending));
    endings.add(ending);
  }

  function sync(settings: Settings): readonly Server[] {
    if (isClosed) return [];
    const before = JSON.stringify([...servers.values()].map((server) => [server.name, server.settings]));
    const entries = Object.entries(settings.tools.mcpServers);
    const next = new Map(
      entries.map(([name, own]) => {
        const now = servers.get(name);
        if (now === undefined || launchText(now.settings) !== launchText(own)) {
          return [name, createServer({ name, settings: own, deps, trust, refused: now?.refused ?? [] })] as const;
        }
        now.adopt(own);
        return [name, now] as const;
      }),
    );
    for (const server of servers.values()) if (next.get(server.name) !== server) end(server);
    servers = next;
    const now = JSON.stringify([...next.values()].map((server) => [server.name, server.settings]));
    if (now !== before) changed();
    return [...next.values()];
  }

  function look() {
    if (known !== null) return known;
    const idOf = createToolIds();
    const ids = new Map<string, string>();
    const tools: RemoteTool[] = [];
    for (const server of servers.values()) {
      for (const tool of server.tools) {
        const id = idOf(server.name, tool.name);
        ids.set(keyOf(server.name, tool.name), id);
        const isOffered = server.state !== "off" && isEnabled(server.settings, tool.name);
        if (isOffered) tools.push(remoteOf(server, tool, id));
      }
    }
    known = { tools, ids };
    return known;
  }

  return {
    sync,
    list: () => [...servers.values()],
    async ready(settings, signal) {
      const fresh = sync(settings).filter(isFresh);
      for (const server of servers.values()) if (server.state === "failed") void server.connect();
      if (fresh.length === 0) return;
      const { promise: over, resolve } = Promise.withResolvers<void>();
      using _limit = lent.host.setTimer(patienceMs, resolve);
      const connecting = Promise.all(fresh.map((server) => server.connect()));
      // Whoever came after it began shall know what the turn waits for.
      for (const { name, state } of fresh) deps.publish({ topic: "mcp", type: "server-changed", name, state });
      // A run that was stopped looks at its signal itself.
      await untilStopped(Promise.race([over, connecting]), signal).catch(() => undefined);
    },
    tools: () => look().tools,
    missing: () =>
      [...servers.values()].flatMap(({ name, state }) => (state === "failed" || state === "sign-in" ? [name] : [])),
    words() {
      const offered = new Set(look().tools.map(({ server }) => server));
      return [...servers.values()]
        .filter(({ name }) => offered.has(name))
        .map(({ name, instructions }) => ({ server: name, text: lent.redact(instructions) }));
    },
    get withoutRoom() {
      return withoutRoom;
    },
    noteLeftOut(ids) {
      const isSame = ids.size === withoutRoom.size && [...ids].every((id) => withoutRoom.has(id));
      withoutRoom = ids;
      if (isSame) return;
      // The list of tools is the same; their pages are not.
      for (const { name, state } of servers.values()) {
        lent.publish({ topic: "mcp", type: "server-changed", name, state });
      }
    },
    idOf: (server, tool) => look().ids.get(keyOf(server, tool)) ?? tool,
    changed,
    async close() {
      isClosed = true;
      for (const server of servers.values()) end(server);
      servers = new Map();
      await Promise.all(endings);
    },
  };
}

/** What makes it another program or another address, or the same one asked in another way. */
function launchText(settings: McpServerSettings): string {
  return JSON.stringify([targetOf(settings), valuesOf(settings), settings.enabled, settings.sandbox]);
}

function keyOf(server: string, tool: string): string {
  return JSON.stringify([server, tool]);
}

function remoteOf(server: Server, tool: ToolDefinition, id: string): RemoteTool {
  const isChanged = server.changed.has(tool.name);
  const target = targetOf(server.settings);
  return {
    id,
    description: tool.description ?? titleOf(tool),
    parameters: tool.inputSchema,
    effect: effectOf(tool, isChanged),
    isIdempotent: tool.annotations?.idempotentHint === true,
    title: titleOf(tool),
    server: server.name,
    where: target.kind === "address" ? target.url : [target.command, ...target.args].join(" "),
    confinement: target.kind === "address" ? null : confinementWords(server),
    isChanged,
    mayRun: server.allowed.has(tool.name),
    call: (args, call) => server.call(tool, args, call),
  };
}

/** How the program of a server runs, for the card that asks about one of its calls. */
function confinementWords({ settings: { sandbox }, unconfined }: Server): string {
  if (sandbox.mode === "off") return text("approval.server.off");
  if (unconfined !== null) return text("approval.server.unavailable", { reason: unconfined });
  if (sandbox.hosts.length === 0) return text("approval.server.confined");
  return text("approval.server.confinedHosts", { hosts: sandbox.hosts.join(", ") });
}
