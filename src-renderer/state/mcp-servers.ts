import { createStore } from "zustand/vanilla";
import type { ContractError } from "../../src-preload/contract/errors.ts";
import type { McpFact, PerchEvent } from "../../src-preload/contract/events.ts";
import type { McpLogLine, McpServerDetail, McpServerRow, McpTool } from "../../src-preload/contract/mcp.ts";
import type { KeyPlace } from "../../src-preload/contract/providers.ts";
import type { Result } from "../../src-preload/contract/result.ts";
import type { RouteCall, RouteOutput } from "../../src-preload/contract/routes.ts";
import type { AgentClient } from "../client/agent-client.ts";
import type { Loading } from "./chats.ts";
import { createCrossing, createCrossings } from "./crossing.ts";
import { mergeLines } from "./mcp-log.ts";

/** What a server's page shows beside its row. */
export interface McpDetail {
  readonly loading: Loading;
  readonly error: string | null;
  readonly tools: readonly McpTool[];
  readonly leftOut: McpServerDetail["leftOut"];
  readonly log: readonly McpLogLine[];
}

export type McpBusy = "restart" | "save";

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

const unread: McpDetail = { loading: "idle", error: null, tools: [], leftOut: [], log: [] };

/** The MCP servers, as the agent knows them. Nothing is asked before a place needs it. */
export function createMcpServers(client: AgentClient) {
  const store = createStore<McpServersState>(() => ({
    ...{ rows: [], newKeys: null, loading: "idle", error: null },
    ...{ details: {}, busy: {}, connecting: [] },
  }));
  const listing = createCrossing();
  const opening = createCrossings();
  /** The last choice of tools that is on its way, by server: what is read meanwhile may not hold it yet. */
  const choosing = new Map<string, Promise<string | null>>();

  const detailOf = (name: string): McpDetail => store.getState().details[name] ?? unread;
  const setDetail = (name: string, detail: Partial<McpDetail>): void =>
    store.setState(({ details }) => ({ details: { ...details, [name]: { ...(details[name] ?? unread), ...detail } } }));
  const put = (row: McpServerRow): void => store.setState(({ rows }) => ({ rows: withRow(rows, row) }));

  async function load(): Promise<void> {
    store.setState({ loading: "loading" });
    const came = await listing.ask(() => client.request("mcp.list", {}));
    if (came === null) return;
    const { answer: listed, events: crossed } = came;
    if (!listed.ok) return store.setState({ loading: "failed", error: listed.error.message });
    const { servers, newKeys } = listed.value;
    const removed = namesOf(crossed, "server-removed");
    const rows = servers.filter(({ name }) => !removed.includes(name));
    store.setState({ rows, newKeys, loading: "ready", error: null });
    // The list may be older than what was told meanwhile.
    for (const name of namesOf(crossed, "server-changed")) if (!removed.includes(name)) void read(name);
  }

  /** What was read of one server; `crossed` happened while it was. */
  function take(name: string, { server, tools, leftOut, log }: McpServerDetail, crossed: readonly PerchEvent[]): void {
    put(server);
    if (store.getState().details[name] === undefined) return;
    setDetail(name, {
      ...{ loading: "ready", error: null, leftOut },
      tools: choosing.has(name) ? withChoice(tools, detailOf(name).tools) : tools,
      log: mergeLines(log, linesOf(crossed, name)),
    });
  }

  /** Answers that came after a later question are left. */
  async function readWith(
    name: string,
    ask: () => Promise<Result<McpServerDetail, ContractError>>,
  ): Promise<string | null> {
    let error: string | null = null;
    const came = await opening.of(name).ask(async () => {
      const told = await ask();
      error = told.ok ? null : told.error.message;
      return told;
    });
    if (came === null) return error;
    if (came.answer.ok) take(name, came.answer.value, came.events);
    else if (store.getState().details[name] !== undefined) setDetail(name, { loading: "failed", error });
    return error;
  }

  /** Reads one server: how it stands, and what its page shows where that was opened. */
  const read = (name: string) => readWith(name, () => client.request("mcp.open", { name }));

  /** Shows one server. */
  async function open(name: string): Promise<void> {
    setDetail(name, { loading: "loading" });
    await read(name);
  }

  function drop(name: string): void {
    store.setState(({ rows, details: { [name]: _, ...details } }) => ({
      details,
      rows: rows.filter((row) => row.name !== name),
    }));
    // What is being read of it is of one that was there.
    opening.drop(name);
  }

  function noteConnecting(name: string, isOn: boolean): void {
    const { connecting } = store.getState();
    if (connecting.includes(name) === isOn) return;
    store.setState({ connecting: isOn ? [...connecting, name] : connecting.filter((other) => other !== name) });
  }

  async function whileBusy<Value>(name: string, busy: McpBusy, act: () => Promise<Value>): Promise<Value> {
    store.setState((state) => ({ busy: { ...state.busy, [name]: busy } }));
    const value = await act();
    store.setState(({ busy: { [name]: _, ...rest } }) => ({ busy: rest }));
    return value;
  }

  async function save(change: RouteCall<"mcp.save">): Promise<Result<RouteOutput<"mcp.save">, ContractError>> {
    const saved = await whileBusy(change.name, "save", () => client.request("mcp.save", change));
    if (!saved.ok) return saved;
    put(saved.value.server);
    if (store.getState().details[change.name] !== undefined) await open(change.name);
    return saved;
  }

  /** The tools that are chosen now; null for all. */
  async function sendChoice(name: string): Promise<string | null> {
    const { tools } = detailOf(name);
    const chosen = tools.filter((one) => one.isEnabled).map((one) => one.name);
    const enabledTools = chosen.length === tools.length ? null : chosen;
    return told(await client.request("mcp.save", { name, enabledTools }));
  }

  const isKnown = (): boolean => store.getState().loading !== "idle";

  /** Reads again what a place has asked for. */
  async function reset(): Promise<void> {
    store.setState({ connecting: [] });
    if (isKnown()) await Promise.all([load(), ...Object.keys(store.getState().details).map(open)]);
  }

  /** What is wrong, in words; null where nothing is. */
  function told(result: Result<unknown, ContractError>): string | null {
    return result.ok ? null : result.error.message;
  }

  return {
    store,
    load,
    open,
    save,
    reset,
    async need(): Promise<void> {
      if (!isKnown()) await load();
    },
    /** What a page or another app says of a server; nothing is kept or started. */
    readDrafts: (text: string) => client.request("mcp.read", { text }),
    /** Ends it and starts it anew. */
    restart: (name: string) =>
      whileBusy(name, "restart", () => readWith(name, () => client.request("mcp.restart", { name }))),
    /** Its tools are as they should be. */
    accept: (name: string) =>
      whileBusy(name, "save", () => readWith(name, () => client.request("mcp.accept", { name }))),
    /** Whether these tools, as they are shown, run without asking. */
    allow: (name: string, tools: readonly McpTool[], isAllowed: boolean) => {
      const seen = tools.map((tool) => ({ name: tool.name, fingerprint: tool.fingerprint }));
      const ask = () => client.request("mcp.allow", { name, tools: seen, isAllowed });
      return whileBusy(name, "save", () => readWith(name, ask));
    },
    switchTo: async (name: string, isOn: boolean) => told(await save({ name, isOn })),
    /** The values of variables or headers: null for one that stays as it is. */
    saveValues: (name: string, values: Readonly<Record<string, string | null>>) =>
      save({ name, values: { ...values } }),
    /** Whether chats are offered one of its tools. Shown at once, and sent one after the other. */
    async chooseTool(name: string, tool: string, isEnabled: boolean): Promise<string | null> {
      const tools = detailOf(name).tools.map((one) => (one.name === tool ? { ...one, isEnabled } : one));
      setDetail(name, { tools });
      const own = (choosing.get(name) ?? Promise.resolve(null)).then(() => sendChoice(name));
      choosing.set(name, own);
      const problem = await own;
      if (choosing.get(name) === own) {
        choosing.delete(name);
        await read(name);
      }
      return problem;
    },
    async remove(name: string): Promise<string | null> {
      const removed = await whileBusy(name, "save", () => client.request("mcp.remove", { name }));
      if (removed.ok) drop(name);
      return told(removed);
    },
    apply(events: readonly PerchEvent[]): void {
      const facts = events.filter(isFact);
      listing.note(facts);
      opening.note(facts);
      for (const fact of facts) {
        if (fact.type === "server-removed") drop(fact.name);
        if (fact.type !== "log-added")
          noteConnecting(fact.name, fact.type === "server-changed" && fact.state === "connecting");
        const detail = store.getState().details[fact.name];
        if (fact.type === "log-added" && detail !== undefined) {
          setDetail(fact.name, { log: mergeLines(detail.log, fact.lines) });
        }
      }
      if (!isKnown()) return;
      if (events.some(({ type }) => type === "settings-changed")) return void reset();
      for (const name of namesOf(facts, "server-changed")) void read(name);
    },
  };
}

export type McpServers = ReturnType<typeof createMcpServers>;

function isFact(event: PerchEvent): event is PerchEvent & McpFact {
  return event.topic === "mcp";
}

/** Each once. */
function namesOf(events: readonly PerchEvent[], type: McpFact["type"]): readonly string[] {
  return [...new Set(events.filter(isFact).flatMap((fact) => (fact.type === type ? [fact.name] : [])))];
}

function linesOf(events: readonly PerchEvent[], name: string): readonly McpLogLine[] {
  return events.flatMap((event) => (event.type === "log-added" && event.name === name ? event.lines : []));
}

function withRow(rows: readonly McpServerRow[], row: McpServerRow): readonly McpServerRow[] {
  const isThere = rows.some(({ name }) => name === row.name);
  return isThere ? rows.map((other) => (other.name === row.name ? row : other)) : [...rows, row];
}

/** The tools as they are now, enabled as it was chosen. */
function withChoice(tools: readonly McpTool[], chosen: readonly McpTool[]): readonly McpTool[] {
  const wanted = new Map(chosen.map(({ name, isEnabled }) => [name, isEnabled]));
  return tools.map((tool) => ({ ...tool, isEnabled: wanted.get(tool.name) ?? tool.isEnabled }));
}
