import type { StoreApi } from "zustand/vanilla";
import type { McpFact, PerchEvent } from "../../src-preload/contract/events.ts";
import type { McpLogLine, McpServerDetail, McpServerRow, McpTool } from "../../src-preload/contract/mcp.ts";
import type { AsyncResult } from "../../src-preload/contract/result.ts";
import type { AgentClient } from "../client/agent-client.ts";
import { createCrossing, createCrossings } from "./crossing.ts";
import { mergeLines } from "./mcp-log.ts";
import type { McpDetail, McpServersState } from "./mcp-state.ts";

type Store = StoreApi<McpServersState>;

const unread: McpDetail = { loading: "idle", error: null, tools: [], leftOut: [], instructions: "", log: [] };

/** What is kept of each server: its row, and what its page shows where that was opened. */
export function createServerRows(store: Store) {
  return {
    detailOf: (name: string): McpDetail => store.getState().details[name] ?? unread,
    isOpened: (name: string): boolean => store.getState().details[name] !== undefined,
    setDetail: (name: string, detail: Partial<McpDetail>): void =>
      store.setState(({ details }) => ({
        details: { ...details, [name]: { ...(details[name] ?? unread), ...detail } },
      })),
    put: (row: McpServerRow): void => store.setState(({ rows }) => ({ rows: withRow(rows, row) })),
    remove: (name: string): void =>
      store.setState(({ rows, details: { [name]: _, ...details } }) => ({
        details,
        rows: rows.filter((row) => row.name !== name),
      })),
  };
}

interface Reads {
  readonly client: AgentClient;
  readonly store: Store;
  readonly rows: ReturnType<typeof createServerRows>;
  /** Tools of a server were chosen, and that is on its way: what is read meanwhile may not hold it yet. */
  readonly isChoosing: (name: string) => boolean;
}

/** What a server's page shows of what was read. `chosen`: its tools, where a choice is on its way; `told`: lines since. */
function detailOf(
  { tools, leftOut, instructions, log }: McpServerDetail,
  chosen: readonly McpTool[] | null,
  told: readonly McpLogLine[],
): McpDetail {
  return {
    loading: "ready",
    error: null,
    leftOut,
    instructions,
    tools: chosen === null ? tools : withChoice(tools, chosen),
    log: mergeLines(log, told),
  };
}

/** Reads the list of servers and each of them. */
export function createServerReader({ client, store, rows, isChoosing }: Reads) {
  const listing = createCrossing();
  const opening = createCrossings();

  async function load(): Promise<void> {
    store.setState({ loading: "loading" });
    const came = await listing.ask(() => client.request("mcp.list", {}));
    if (came === null) return;
    const { answer: listed, events: crossed } = came;
    if (!listed.ok) return store.setState({ loading: "failed", error: listed.error.message });
    const removed = namesOf(crossed, "server-removed");
    const left = listed.value.servers.filter(({ name }) => !removed.includes(name));
    store.setState({ rows: left, newKeys: listed.value.newKeys, loading: "ready", error: null });
    // The list may be older than what was told meanwhile.
    for (const name of namesOf(crossed, "server-changed")) if (!removed.includes(name)) void read(name);
  }

  /** What is wrong, in words; null where nothing is. Answers that came after a later question are left. */
  async function readWith(name: string, ask: () => AsyncResult<McpServerDetail>): Promise<string | null> {
    let error: string | null = null;
    const came = await opening.of(name).ask(async () => {
      const told = await ask();
      error = told.ok ? null : told.error.message;
      return told;
    });
    if (came === null) return error;
    if (came.answer.ok) rows.put(came.answer.value.server);
    if (!rows.isOpened(name)) return error;
    const known = isChoosing(name) ? rows.detailOf(name).tools : null;
    rows.setDetail(
      name,
      came.answer.ok ? detailOf(came.answer.value, known, linesOf(came.events, name)) : { loading: "failed", error },
    );
    return error;
  }

  /** Reads one server: how it stands, and what its page shows where that was opened. */
  const read = (name: string) => readWith(name, () => client.request("mcp.open", { name }));

  return {
    load,
    read,
    readWith,
    /** Shows one server. */
    async open(name: string): Promise<void> {
      rows.setDetail(name, { loading: "loading" });
      await read(name);
    },
    drop(name: string): void {
      rows.remove(name);
      // What is being read of it is of one that was there.
      opening.drop(name);
    },
    note(facts: readonly PerchEvent[]): void {
      listing.note(facts);
      opening.note(facts);
    },
  };
}

export function isFact(event: PerchEvent): event is PerchEvent & McpFact {
  return event.topic === "mcp";
}

/** Each once. */
export function namesOf(events: readonly PerchEvent[], type: McpFact["type"]): readonly string[] {
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
