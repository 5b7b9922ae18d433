import { createStore } from "zustand/vanilla";
import type { PerchEvent } from "../../src-preload/contract/events.ts";
import type { SessionKey } from "../../src-preload/contract/ids.ts";
import type { FoundMessage, FoundMessages } from "../../src-preload/contract/message-search.ts";
import type { AgentClient } from "../client/agent-client.ts";
import type { Loading } from "./chats.ts";
import { type AskedMessages, createMessageAsking } from "./message-asking.ts";
import type { OpenChat } from "./open-chat.ts";

export type SaidBy = "anyone" | "user" | "assistant";
export type SaidWhen = "any" | "week" | "month" | "year";

/** What narrows the search; `chat`: only what was said in this one. */
export interface MessageFilters {
  readonly by: SaidBy;
  readonly when: SaidWhen;
  readonly chat: SessionKey | null;
}

export interface MessageSearchState {
  readonly query: string;
  readonly filters: MessageFilters;
  readonly hits: readonly FoundMessage[];
  readonly words: readonly string[];
  readonly cursor: string | null;
  readonly making: FoundMessages["making"];
  readonly loading: Loading;
  readonly error: string | null;
  /** The one that was opened last, by `keyOfHit`. */
  readonly opened: string | null;
  /** That one is to take the focus. */
  readonly isBack: boolean;
}

const page = 30;
const dayMs = 24 * 60 * 60_000;
const daysBack: Readonly<Record<Exclude<SaidWhen, "any">, number>> = { week: 7, month: 30, year: 365 };
const nothing = { hits: [], words: [], cursor: null, making: null, error: null, opened: null, isBack: false } as const;
const initial: MessageSearchState = {
  ...nothing,
  query: "",
  filters: { by: "anyone", when: "any", chat: null },
  loading: "idle",
};

/** A message of a chat, for lists: ids are their chat's own. */
export function keyOfHit({ sessionKey, messageId }: Pick<FoundMessage, "sessionKey" | "messageId">): string {
  return `${sessionKey} ${messageId}`;
}

/** What was said in all chats, found as it is typed. */
export function createMessageSearch(client: AgentClient, chat: OpenChat) {
  const store = createStore<MessageSearchState>(() => initial);
  const asking = createMessageAsking({
    client,
    place: "list",
    limit: page,
    wanted: () => askedOf(store.getState()),
    onAnswer: (answer) =>
      store.setState(
        answer.kind === "failed"
          ? { ...nothing, loading: "failed", error: answer.message }
          : { ...answer, loading: "ready", error: null },
      ),
  });

  async function look(change: Partial<MessageSearchState>): Promise<void> {
    store.setState(change);
    const isWanted = askedOf(store.getState()) !== null;
    store.setState(isWanted ? { loading: "loading" } : { ...nothing, loading: "idle" });
    await asking.look();
  }

  return {
    store,
    ask: (query: string) => look({ query, opened: null }),
    narrow: (part: Partial<MessageFilters>) => look({ filters: { ...store.getState().filters, ...part } }),
    /** Only what was said in the open chat. */
    narrowToOpen(): Promise<void> {
      const open = chat.store.getState();
      return look({ filters: { ...store.getState().filters, chat: open.kind === "open" ? open.key : null } });
    },
    again: () => look({}),
    /** The next page. */
    async more(): Promise<void> {
      const before = store.getState();
      const asked = askedOf(before);
      if (before.cursor === null || before.loading !== "ready" || asked === null) return;
      store.setState({ loading: "loading" });
      const input = { ...asked, cursor: before.cursor, place: "list", limit: page } as const;
      const answer = await client.request("message.search", input);
      const now = store.getState();
      if (now.hits !== before.hits || now.query !== before.query || now.filters !== before.filters) return;
      if (!answer.ok) return store.setState({ loading: "ready", error: answer.error.message });
      const { hits, cursor } = answer.value;
      store.setState({ hits: [...now.hits, ...hits], cursor, loading: "ready", error: null });
    },
    setOpened: (hit: FoundMessage): void => store.setState({ opened: keyOfHit(hit) }),
    /** Whether the one that was opened is to take the focus. */
    setBack: (isBack: boolean): void => store.setState({ isBack }),
    apply(events: readonly PerchEvent[]): void {
      const gone = new Set(events.flatMap((event) => (event.type === "session-removed" ? [event.sessionKey] : [])));
      const { hits } = store.getState();
      if (hits.some(({ sessionKey }) => gone.has(sessionKey))) {
        store.setState({ hits: hits.filter(({ sessionKey }) => !gone.has(sessionKey)) });
      }
    },
  };
}

export type MessageSearch = ReturnType<typeof createMessageSearch>;

function askedOf({ query, filters }: MessageSearchState): AskedMessages | null {
  const { by, when, chat } = filters;
  if (query.trim() === "") return null;
  return {
    query: query.slice(0, 500),
    ...(by === "anyone" ? {} : { role: by }),
    ...(when === "any" ? {} : { from: Date.now() - daysBack[when] * dayMs }),
    ...(chat === null ? {} : { sessionKey: chat }),
  };
}
