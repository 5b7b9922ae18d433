import { createStore } from "zustand/vanilla";
import type { PerchEvent } from "../../src-preload/contract/events.ts";
import type { MessageId, SessionKey } from "../../src-preload/contract/ids.ts";
import { reduceSession, type SessionView } from "../../src-preload/contract/reducers/session.ts";
import type { PageMessage, SessionDetail } from "../../src-preload/contract/session.ts";
import type { AgentClient } from "../client/agent-client.ts";
import { applyToFacts, type ChatFacts, chatOf, createdChat, isOf, type ShownChat } from "./chat-snapshot.ts";
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

/** The chat that is shown: a snapshot, and every event since. */
export interface OpenChat {
  readonly store: ReturnType<typeof createOpenChatStore>;
  open(key: SessionKey): Promise<void>;
  startNew(key: SessionKey): void;
  loadEarlier(): Promise<void>;
  /** Reads as far back as this message; whether it is there. */
  loadTo(messageId: MessageId): Promise<boolean>;
  apply(events: readonly PerchEvent[]): void;
  /** Reads the open chat again. */
  refresh(): Promise<void>;
  /** Reads this chat again if it is the open one, also where it was new until now. */
  reread(key: SessionKey): Promise<void>;
}

const pageSize = 60;
/** The most that the agent gives at once. */
const longPage = 200;

function createOpenChatStore() {
  return createStore<OpenChatState>(() => ({ kind: "none" }));
}

/** As far back as a message that is looked for, in as few steps as can be; it is drawn once. */
async function readTo(client: AgentClient, store: OpenChat["store"], messageId: MessageId): Promise<boolean> {
  const now = store.getState();
  const first = now.kind === "open" ? now.view.messages[0] : undefined;
  if (now.kind !== "open" || first === undefined) return false;
  const has = (rows: readonly PageMessage[]): boolean => rows.some(({ message }) => message.id === messageId);
  if (has(now.view.messages)) return true;
  let earlier: readonly PageMessage[] = [];
  let { hasEarlier } = now.view;
  while (hasEarlier && !has(earlier)) {
    const before = (earlier[0] ?? first).message.id;
    const page = await client.request("session.page", { sessionKey: now.key, before, limit: longPage });
    if (!page.ok || page.value.messages.length === 0) return false;
    earlier = [...page.value.messages, ...earlier];
    hasEarlier = page.value.hasEarlier;
  }
  const later = store.getState();
  if (later.kind !== "open" || later.key !== now.key || later.view.messages[0] !== first) return false;
  const view = { ...later.view, messages: [...earlier, ...later.view.messages], hasEarlier };
  store.setState({ ...later, view, loadingEarlier: false }, true);
  return has(earlier);
}

/** Reads the messages before the first that is shown. */
async function readEarlier(client: AgentClient, store: OpenChat["store"]): Promise<void> {
  const now = store.getState();
  const first = now.kind === "open" ? now.view.messages[0] : undefined;
  if (now.kind !== "open" || first === undefined || now.loadingEarlier || !now.view.hasEarlier) return;
  store.setState({ ...now, loadingEarlier: true }, true);
  const input = { sessionKey: now.key, before: first.message.id, limit: pageSize };
  const page = await client.request("session.page", input);
  const later = store.getState();
  if (later.kind !== "open" || later.key !== now.key || later.view.messages[0] !== first) return;
  if (!page.ok) return store.setState({ ...later, loadingEarlier: false }, true);
  const messages = [...page.value.messages, ...later.view.messages];
  const view = { ...later.view, messages, hasEarlier: page.value.hasEarlier };
  store.setState({ ...later, view, loadingEarlier: false }, true);
}

/** Reads the chat that is shown, and takes in what happens meanwhile. */
function createChatReader(client: AgentClient, store: OpenChat["store"]) {
  const reading = createCrossing();
  const show = (shown: ShownChat): void => store.setState({ kind: "open", ...shown, loadingEarlier: false }, true);

  function take(detail: SessionDetail, early: readonly PerchEvent[]): void {
    const now = store.getState();
    // What changed in the folder meanwhile is not known.
    const filesChanged = now.kind === "open" && now.key === detail.summary.key ? now.view.filesChanged + 1 : 0;
    const shown = chatOf(detail, early, filesChanged);
    show(shown);
    if (shown.view.stale) void read(shown.key);
  }

  async function read(key: SessionKey): Promise<void> {
    const came = await reading.ask(() => client.request("session.open", { sessionKey: key, limit: pageSize }));
    if (came === null) return;
    const detail = came.answer;
    const now = store.getState();
    if (now.kind === "none" || now.key !== key) return;
    if (detail.ok) take(detail.value, came.events);
    else if (detail.error.code === "not-found" || now.kind === "new") store.setState({ kind: "new", key }, true);
    else store.setState({ kind: "failed", key, message: detail.error.message }, true);
  }

  return {
    read,
    note: reading.note,
    isOn: reading.isOn,
    /** A chat that had no message has one: what is written now is in the events themselves, and waits for no snapshot. */
    begin(key: SessionKey, events: readonly PerchEvent[]): void {
      const created = events.find((event) => event.type === "session-created" && event.sessionKey === key);
      if (created?.type === "session-created") show(createdChat(created.summary, events));
      else store.setState({ kind: "loading", key }, true);
      void read(key);
      reading.note(events);
    },
  };
}

export function createOpenChat(client: AgentClient): OpenChat {
  const store = createOpenChatStore();
  const { read, begin, note, isOn } = createChatReader(client, store);
  /** The active branch changed: what has been added since knows nothing of its siblings until it is read again. */
  let rebranched = false;
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
    loadEarlier: () => readEarlier(client, store),
    loadTo: (messageId) => readTo(client, store, messageId),
    apply(events) {
      const now = store.getState();
      note(events);
      if (now.kind === "new" && events.some((event) => isOf(event, now.key))) begin(now.key, events);
      if (now.kind !== "open") return;
      const view = events.reduce(reduceSession, now.view);
      if (view === now.view) return;
      const own = events.filter((event) => isOf(event, now.key));
      store.setState({ ...now, view, facts: own.reduce(applyToFacts, now.facts) }, true);
      if (own.some((event) => event.type === "branch-changed")) rebranched = true;
      const isSettled = rebranched && own.some((event) => event.type === "run-end");
      if (isSettled) rebranched = false;
      if (isSettled || (view.stale && !isOn())) void read(now.key);
    },
    async refresh() {
      const now = store.getState();
      if (now.kind !== "none") await read(now.key);
    },
    async reread(key) {
      const now = store.getState();
      if (now.kind !== "none" && now.key === key) await read(key);
    },
  };
}
