import { createStore } from "zustand/vanilla";
import type { MessageId } from "../../src-preload/contract/ids.ts";
import type { FoundWords } from "../../src-preload/contract/session.ts";
import type { AgentClient } from "../client/agent-client.ts";
import { createCrossing } from "./crossing.ts";
import type { OpenChat } from "./open-chat.ts";
import type { FollowedPlace } from "./place.ts";
import { type PlaceState, pageOf } from "./place.ts";

/** One place where the words stand: the message, and which of its places. */
export interface Hit {
  readonly messageId: MessageId;
  readonly nth: number;
}

export interface FindState {
  readonly isOpen: boolean;
  readonly query: string;
  /** Oldest first. */
  readonly hits: readonly Hit[];
  /** There were too many to tell them all. */
  readonly isCut: boolean;
  /** The one that is shown. */
  readonly at: number;
  /** An answer is on its way, or what is shown is being read. */
  readonly isBusy: boolean;
  readonly error: string | null;
  /** Rises with each wish to see the one at `at`, and when the field is to take the focus. */
  readonly wanted: number;
  readonly focusAsked: number;
}

const closed: FindState = {
  isOpen: false,
  query: "",
  hits: [],
  isCut: false,
  at: 0,
  isBusy: false,
  error: null,
  wanted: 0,
  focusAsked: 0,
};

interface Needed {
  readonly client: AgentClient;
  readonly chat: OpenChat;
  readonly place: FollowedPlace;
}

/** Words in the whole of the open chat, also in what the window has not read of it: the agent looks. */
export function createFind({ client, chat, place }: Needed) {
  const store = createStore<FindState>(() => closed);
  const crossing = createCrossing();
  const openKey = () => {
    const open = chat.store.getState();
    return open.kind === "open" ? open.key : null;
  };
  const isInChats = ({ place: now }: PlaceState): boolean => pageOf(now) === "chats";

  function close(): void {
    crossing.drop();
    const { focusAsked, wanted } = store.getState();
    store.setState({ ...closed, focusAsked, wanted });
  }

  /** Reads what is not there yet, then asks for it to be shown. */
  async function show(at: number): Promise<void> {
    const hit = store.getState().hits[at];
    if (hit === undefined) return;
    store.setState({ at, isBusy: true });
    const { hits } = store.getState();
    await chat.loadTo(hit.messageId);
    const now = store.getState();
    if (now.hits !== hits || now.at !== at) return;
    store.setState({ isBusy: false, wanted: now.wanted + 1 });
  }

  async function look(query: string): Promise<void> {
    const key = openKey();
    if (key === null || query.trim() === "") {
      crossing.drop();
      store.setState({ hits: [], isCut: false, at: 0, isBusy: false, error: null });
      return;
    }
    store.setState({ isBusy: true });
    const came = await crossing.ask(() => client.request("session.find", { sessionKey: key, query }));
    if (came === null || openKey() !== key) return;
    const { answer } = came;
    if (!answer.ok) return store.setState({ hits: [], isCut: false, isBusy: false, error: answer.error.message });
    const hits = hitsOf(answer.value);
    store.setState({ hits, isCut: answer.value.isCut, at: 0, isBusy: false, error: null });
    // The reader is at the end of the chat, as a rule.
    await show(hits.length - 1);
  }

  let shown = openKey();
  chat.store.subscribe(() => {
    if (openKey() !== shown) close();
    shown = openKey();
  });
  place.store.subscribe((now) => {
    if (!isInChats(now)) close();
  });

  return {
    store,
    /** Where it is open already its field takes the focus. */
    open(): void {
      if (openKey() === null || !isInChats(place.store.getState())) return;
      store.setState(({ focusAsked }) => ({ isOpen: true, focusAsked: focusAsked + 1 }));
    },
    close,
    async ask(query: string): Promise<void> {
      store.setState({ query });
      await look(query);
    },
    /** The next place, or the one before; behind the last comes the first. */
    async go(step: 1 | -1): Promise<void> {
      const { hits, at } = store.getState();
      if (hits.length > 0) await show((at + step + hits.length) % hits.length);
    },
  };
}

export type Find = ReturnType<typeof createFind>;

function hitsOf({ messages }: FoundWords): readonly Hit[] {
  return messages.flatMap(({ messageId, count }) => Array.from({ length: count }, (_, nth) => ({ messageId, nth })));
}
