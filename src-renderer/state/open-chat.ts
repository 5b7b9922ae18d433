import { createStore } from "zustand/vanilla";
import type { PerchEvent } from "../../src-preload/contract/events.ts";
import type { RunId, SessionKey } from "../../src-preload/contract/ids.ts";
import { reduceRun } from "../../src-preload/contract/reducers/run.ts";
import { reduceSession, type SessionView, sessionViewOf } from "../../src-preload/contract/reducers/session.ts";
import type { RunView } from "../../src-preload/contract/run-view.ts";
import type { SessionDetail, SessionSummary } from "../../src-preload/contract/session.ts";
import { type BudgetScope, budgetErrorSchema } from "../../src-preload/contract/usage.ts";
import type { AgentClient } from "../client/agent-client.ts";
import { createCrossing } from "./crossing.ts";

export type OpenChatState =
  | { readonly kind: "none" }
  /** A chat that has no message yet; nothing of it is on the disk. */
  | { readonly kind: "new"; readonly key: SessionKey }
  | { readonly kind: "loading"; readonly key: SessionKey }
  | { readonly kind: "failed"; readonly key: SessionKey; readonly message: string }
  | {
      readonly kind: "open";
      readonly key: SessionKey;
      readonly view: SessionView;
      readonly facts: ChatFacts;
      readonly loadingEarlier: boolean;
    };

/** What is in force in a chat; null is the default, also while a chat that just began is read for the first time. */
export interface ChatFacts {
  readonly model: string | null;
  readonly mode: SessionDetail["mode"] | null;
  readonly workFolder: string | null;
  /** The last run, where the end of the process cut it off. */
  readonly interrupted: RunId | null;
  /** The last run was stopped by the person. */
  readonly stopped: boolean;
  /** The limit that stopped the last run. */
  readonly overBudget: BudgetScope | null;
}

/** The chat that is shown: a snapshot, and every event since. */
export interface OpenChat {
  readonly store: ReturnType<typeof createOpenChatStore>;
  open(key: SessionKey): Promise<void>;
  startNew(key: SessionKey): void;
  loadEarlier(): Promise<void>;
  apply(events: readonly PerchEvent[]): void;
  /** Reads the open chat again. */
  refresh(): Promise<void>;
  /** Reads this chat again if it is the open one, also where it was new until now. */
  reread(key: SessionKey): Promise<void>;
}

const pageSize = 60;

function createOpenChatStore() {
  return createStore<OpenChatState>(() => ({ kind: "none" }));
}

export function createOpenChat(client: AgentClient): OpenChat {
  const store = createOpenChatStore();
  const reading = createCrossing();
  /** The active branch changed: what has been added since knows nothing of its siblings until it is read again. */
  let rebranched = false;

  /** `early` came while the snapshot was on its way. */
  function show(detail: SessionDetail, early: readonly PerchEvent[]): void {
    const { model, mode, workFolder, lastRun } = detail;
    const interrupted = lastRun.kind === "interrupted" ? lastRun.runId : null;
    const stopped = lastRun.kind === "ended" && lastRun.reason === "stopped";
    const overBudget = lastRun.kind === "ended" ? scopeOf(lastRun.error) : null;
    const seen = { model, mode, workFolder, interrupted, stopped, overBudget };
    const later = early.filter((event) => event.seq > detail.seq && isOf(event, detail.summary.key));
    const facts = later.reduce(applyToFacts, seen);
    // A run may have begun and ended before the snapshot, which knows only one that is on.
    const before = early.filter((event) => event.seq <= detail.seq && isOf(event, detail.summary.key));
    const ended = before.reduce<RunView | null>(reduceRun, null);
    const run = detail.run ?? (ended?.end === null ? null : ended);
    const shown = store.getState();
    // What changed in the folder meanwhile is not known.
    const filesChanged = shown.kind === "open" && shown.key === detail.summary.key ? shown.view.filesChanged + 1 : 0;
    const view = early.reduce(reduceSession, { ...sessionViewOf(detail), run, filesChanged });
    store.setState({ kind: "open", key: detail.summary.key, view, facts, loadingEarlier: false }, true);
    if (view.stale) void read(detail.summary.key);
  }

  /** A chat that just began, from its events alone. */
  function showCreated(summary: SessionSummary, events: readonly PerchEvent[]): void {
    const empty: SessionView = {
      ...{ summary, messages: [], hasEarlier: false, approvals: [], queue: [], queuePaused: false, run: null },
      ...{ workFolder: "", filesChanged: 0, stale: false, seq: -1 },
    };
    const facts = { model: null, mode: null, workFolder: null, ...nothingWrong };
    const view = events.reduce(reduceSession, empty);
    store.setState({ kind: "open", key: summary.key, view, facts, loadingEarlier: false }, true);
  }

  async function read(key: SessionKey): Promise<void> {
    const came = await reading.ask(() => client.request("session.open", { sessionKey: key, limit: pageSize }));
    if (came === null) return;
    const detail = came.answer;
    const now = store.getState();
    if (now.kind === "none" || now.key !== key) return;
    if (detail.ok) show(detail.value, came.events);
    else if (detail.error.code === "not-found" || now.kind === "new") store.setState({ kind: "new", key }, true);
    else store.setState({ kind: "failed", key, message: detail.error.message }, true);
  }

  async function refresh(): Promise<void> {
    const now = store.getState();
    if (now.kind !== "none") await read(now.key);
  }

  return {
    store,
    async open(key) {
      const now = store.getState();
      if (now.kind !== "none" && now.key === key && now.kind !== "failed") return;
      store.setState({ kind: "loading", key }, true);
      await read(key);
    },
    startNew(key) {
      store.setState({ kind: "new", key }, true);
    },
    async loadEarlier() {
      const now = store.getState();
      const first = now.kind === "open" ? now.view.messages[0] : undefined;
      if (now.kind !== "open" || first === undefined || now.loadingEarlier || !now.view.hasEarlier) return;
      store.setState({ ...now, loadingEarlier: true }, true);
      const page = await client.request("session.page", {
        sessionKey: now.key,
        before: first.message.id,
        limit: pageSize,
      });
      const later = store.getState();
      if (later.kind !== "open" || later.key !== now.key || later.view.messages[0] !== first) return;
      if (!page.ok) {
        store.setState({ ...later, loadingEarlier: false }, true);
        return;
      }
      const messages = [...page.value.messages, ...later.view.messages];
      const view = { ...later.view, messages, hasEarlier: page.value.hasEarlier };
      store.setState({ ...later, view, loadingEarlier: false }, true);
    },
    apply(events) {
      const now = store.getState();
      reading.note(events);
      if (now.kind === "new" && events.some((event) => "sessionKey" in event && event.sessionKey === now.key)) {
        // What is written now is in the events themselves: nothing waits for the snapshot.
        const created = events.find((event) => event.type === "session-created" && event.sessionKey === now.key);
        if (created?.type === "session-created") showCreated(created.summary, events);
        else store.setState({ kind: "loading", key: now.key }, true);
        void read(now.key);
        reading.note(events);
      }
      if (now.kind !== "open") return;
      const view = events.reduce(reduceSession, now.view);
      if (view === now.view) return;
      const own = events.filter((event) => isOf(event, now.key));
      store.setState({ ...now, view, facts: own.reduce(applyToFacts, now.facts) }, true);
      if (own.some((event) => event.type === "branch-changed")) rebranched = true;
      const isSettled = rebranched && own.some((event) => event.type === "run-end");
      if (isSettled) rebranched = false;
      if (isSettled || (view.stale && !reading.isOn())) void read(now.key);
    },
    refresh,
    async reread(key) {
      const now = store.getState();
      if (now.kind !== "none" && now.key === key) await read(key);
    },
  };
}

function isOf(event: PerchEvent, key: SessionKey): boolean {
  return "sessionKey" in event && event.sessionKey === key;
}

function applyToFacts(facts: ChatFacts, event: PerchEvent): ChatFacts {
  if (event.type === "run-start") return { ...facts, ...nothingWrong };
  if (event.type === "session-changed") {
    const { model = null, mode = null, workFolder = null } = event.chosen;
    return { ...facts, model, mode, workFolder: workFolder ?? facts.workFolder };
  }
  if (event.type !== "run-end") return facts;
  return { ...facts, stopped: event.reason === "stopped", overBudget: scopeOf(event.error) };
}

const nothingWrong = { interrupted: null, stopped: false, overBudget: null } as const;

function scopeOf(error: unknown): BudgetScope | null {
  const parsed = budgetErrorSchema.safeParse(error);
  return parsed.success ? parsed.data.scope : null;
}
