import { createStore } from "zustand/vanilla";
import type { PerchEvent } from "../../src-preload/contract/events.ts";
import type { SessionKey } from "../../src-preload/contract/ids.ts";
import type { SessionSummary } from "../../src-preload/contract/session.ts";
import { isUnattendedKey } from "../../src-preload/contract/session-key.ts";
import type { AgentClient } from "../client/agent-client.ts";
import { createCrossing } from "./crossing.ts";
import { followSettled } from "./settled-chats.ts";

export type Loading = "idle" | "loading" | "ready" | "failed";

/** Which chats the list shows. */
export type ChatFilter = "current" | "archived" | "trash";

interface ChatsState {
  readonly rows: readonly SessionSummary[];
  readonly cursor: string | null;
  readonly loading: Loading;
  readonly error: string | null;
  readonly query: string;
  readonly filter: ChatFilter;
  /** Chosen together, for one act on all of them. */
  readonly chosen: ReadonlySet<SessionKey>;
  /** Those that have run or waited for so long that they stand with their like. */
  readonly settled: ReadonlySet<SessionKey>;
  /** Rises when the search is to take the focus. */
  readonly searchAsked: number;
}

/** The list of chats: pages from the agent, kept true by its events. */
export interface Chats {
  readonly store: ReturnType<typeof createChatsStore>;
  load(): Promise<void>;
  loadMore(): Promise<void>;
  search(query: string): Promise<void>;
  /** Brings the person to the search, where the list is shown. */
  focusSearch(): void;
  show(filter: ChatFilter): Promise<void>;
  /** What a person begins now would not be in sight there. */
  leaveTrash(): void;
  choose(keys: Iterable<SessionKey>): void;
  apply(events: readonly PerchEvent[]): void;
}

const initial: ChatsState = {
  rows: [],
  cursor: null,
  loading: "idle",
  error: null,
  query: "",
  filter: "current",
  chosen: new Set(),
  settled: new Set(),
  searchAsked: 0,
};

function createChatsStore() {
  return createStore<ChatsState>(() => initial);
}

export function createChats(client: AgentClient): Chats {
  const store = createChatsStore();
  const crossing = createCrossing();
  followSettled(store);

  async function page(cursor: string | null): Promise<void> {
    const { query, filter } = store.getState();
    // The trash is a list of its own.
    if (filter === "trash") return;
    const archived = filter === "archived";
    store.setState({ loading: "loading", error: null });
    const came = await crossing.ask(() =>
      client.request("session.list", {
        archived,
        attended: query === "" && !archived,
        limit: 100,
        ...(query === "" ? {} : { query }),
        ...(cursor === null ? {} : { cursor }),
      }),
    );
    if (came === null) return;
    const { answer: listed, events: crossed } = came;
    if (!listed.ok) {
      store.setState({ loading: "failed", error: listed.error.message });
      return;
    }
    const before = cursor === null ? [] : store.getState().rows;
    const known = new Set(before.map(({ key }) => key));
    const more = listed.value.sessions.filter(({ key }) => !known.has(key));
    const rows = crossed.reduce<readonly SessionSummary[]>(
      (list, event) => applyEvent(list, event, { archived, query }),
      [...before, ...more],
    );
    store.setState({ rows, cursor: listed.value.cursor, loading: "ready" });
  }

  async function show(filter: ChatFilter): Promise<void> {
    store.setState({ filter, chosen: none });
    await page(null);
  }

  return {
    store,
    load: () => page(null),
    async loadMore() {
      const { cursor, loading } = store.getState();
      if (cursor !== null && loading === "ready") await page(cursor);
    },
    async search(query) {
      store.setState({ query });
      await page(null);
    },
    focusSearch: () => store.setState(({ searchAsked }) => ({ searchAsked: searchAsked + 1 })),
    show,
    leaveTrash(): void {
      if (store.getState().filter === "trash") void show("current");
    },
    choose: (keys) => store.setState({ chosen: new Set(keys) }),
    apply(events) {
      crossing.note(events);
      const { rows, filter, query, chosen } = store.getState();
      const shown = { archived: filter === "archived", query };
      const next = events.reduce((list, event) => applyEvent(list, event, shown), rows);
      if (next === rows) return;
      const isGone = (key: SessionKey): boolean => !next.some((row) => row.key === key);
      store.setState({ rows: next, ...([...chosen].some(isGone) ? { chosen: none } : {}) });
    },
  };
}

const none: ReadonlySet<SessionKey> = new Set();

interface Shown {
  readonly archived: boolean;
  readonly query: string;
}

function applyEvent(rows: readonly SessionSummary[], event: PerchEvent, shown: Shown): readonly SessionSummary[] {
  switch (event.type) {
    case "session-created":
    case "session-changed":
      return put(rows, event.summary, shown);
    case "session-removed":
      return without(rows, event.sessionKey);
    case "approval-request":
      return change(rows, event.sessionKey, { state: "waiting", preview: event.approval.subject.title });
    case "approval-decision":
      return change(rows, event.sessionKey, { state: "running" });
    case "tool-start": {
      const { tool, label, words, title } = event;
      const step = {
        tool,
        title,
        ...(label === undefined ? {} : { label }),
        ...(words === undefined ? {} : { words }),
      };
      return change(rows, event.sessionKey, { step });
    }
    default:
      return rows;
  }
}

function without(rows: readonly SessionSummary[], key: SessionKey): readonly SessionSummary[] {
  return rows.some((row) => row.key === key) ? rows.filter((row) => row.key !== key) : rows;
}

function change(
  rows: readonly SessionSummary[],
  key: SessionKey,
  part: Partial<SessionSummary>,
): readonly SessionSummary[] {
  return rows.some((row) => row.key === key) ? rows.map((row) => (row.key === key ? { ...row, ...part } : row)) : rows;
}

function put(rows: readonly SessionSummary[], summary: SessionSummary, shown: Shown): readonly SessionSummary[] {
  if (summary.archived !== shown.archived) return without(rows, summary.key);
  // Runs of jobs are opened from their page, and found by what is searched for.
  if (shown.query === "" && !shown.archived && isUnattendedKey(summary.key)) return rows;
  const index = rows.findIndex((row) => row.key === summary.key);
  if (index < 0) return shown.query === "" ? [summary, ...rows] : rows;
  return rows.with(index, summary);
}
