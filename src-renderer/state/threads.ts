import { createStore } from "zustand/vanilla";
import type { PerchEvent } from "../../src-preload/contract/events.ts";
import type { MessageId, SessionKey } from "../../src-preload/contract/ids.ts";
import type { Report } from "../../src-preload/contract/inbox.ts";
import type { AgentClient } from "../client/agent-client.ts";
import { newSessionKey } from "./new-session-key.ts";
import { isDone, type Notify } from "./notices.ts";
import { createOpenChat, type OpenChat } from "./open-chat.ts";
import type { Profiles } from "./profiles.ts";
import type { Reports } from "./reports.ts";

/** A chat of a thread: that of the run, or one that was begun to answer. */
export interface ThreadChat {
  readonly key: SessionKey;
  /** The one that works in it. */
  readonly profile: string | null;
  readonly chat: OpenChat;
}

interface ThreadsState {
  /** The report whose thread is open. */
  readonly open: string | null;
  /** Oldest first. */
  readonly chats: readonly ThreadChat[];
  /** What is being written, by report. */
  readonly words: Readonly<Record<string, string>>;
  /** Reports whose answer is on its way. */
  readonly sending: readonly string[];
}

interface Needed {
  readonly client: AgentClient;
  readonly notify: Notify;
  readonly profiles: Pick<Profiles, "store" | "want">;
  readonly reports: Pick<Reports, "store">;
}

/** Chats of a thread that are followed, the last ones. */
const mostChats = 4;

/** What was reported, with what was answered: one thread is open at a time. */
export function createThreads({ client, notify, profiles, reports }: Needed) {
  const store = createStore<ThreadsState>(() => ({ open: null, chats: [], words: {}, sending: [] }));

  const reportsNow = (): readonly Report[] => {
    const { list } = reports.store.getState();
    return list.kind === "ready" ? list.reports : [];
  };

  /** Follows the chats that its report names now; those that are followed already stay as they are. */
  function follow(report: Report): void {
    const own = report.sessionKey === null ? [] : [{ sessionKey: report.sessionKey, profile: null }];
    const { chats } = store.getState();
    const next = [...own, ...report.chats].slice(-mostChats).map(({ sessionKey: key, profile }): ThreadChat => {
      const known = chats.find((one) => one.key === key);
      if (known !== undefined) return known;
      const chat = createOpenChat(client);
      void chat.open(key);
      return { key, profile, chat };
    });
    const isSame = next.length === chats.length && next.every((one, at) => one === chats[at]);
    if (!isSame) store.setState({ chats: next });
  }

  reports.store.subscribe(() => {
    const { open } = store.getState();
    if (open === null) return;
    const report = reportsNow().find(({ id }) => id === open);
    if (report !== undefined) follow(report);
  });

  const setWords = (id: string, words: string): void =>
    store.setState((now) => ({ words: { ...now.words, [id]: words } }));

  /** By answer: what is sent again after a lost line counts once. */
  const ids = new Map<string, { readonly messageId: MessageId; readonly begin: SessionKey }>();
  function idsOf(id: string, words: string) {
    const key = `${id} ${words}`;
    const known = ids.get(key) ?? { messageId: `m_${crypto.randomUUID()}` as MessageId, begin: newSessionKey() };
    ids.set(key, known);
    return { ...known, done: () => ids.delete(key) };
  }

  return {
    store,
    open(report: Report): void {
      if (store.getState().open === report.id) return;
      store.setState({ open: report.id, chats: [] });
      profiles.want();
      follow(report);
    },
    close: (): void => store.setState({ open: null, chats: [] }),
    write: setWords,
    /** Answers; the words are back in the field where that did not work. An `@name` at the beginning asks this profile. */
    async send(id: string): Promise<void> {
      const words = (store.getState().words[id] ?? "").trim();
      const { profile, text } = addressed(words, profiles.store.getState());
      if (text === "" || store.getState().sending.includes(id)) return;
      store.setState(({ sending }) => ({ sending: [...sending, id] }));
      // What is written from here on is the next answer.
      setWords(id, "");
      const { messageId, begin, done } = idsOf(id, words);
      const answered = await client.request("inbox.answer", { id, text, messageId, begin, profile });
      store.setState(({ sending }) => ({ sending: sending.filter((one) => one !== id) }));
      if (!isDone(answered, notify)) {
        const next = store.getState().words[id] ?? "";
        return setWords(id, next === "" ? words : `${words}\n${next}`);
      }
      done();
      for (const { key, chat } of store.getState().chats) if (key === answered.value.sessionKey) await chat.refresh();
    },
    /** Profiles whose names begin like this. */
    profilesFor(typed: string): readonly string[] {
      const wanted = typed.toLowerCase();
      const names = profiles.store.getState().usable.map(({ name }) => name);
      return names.filter((name) => name.toLowerCase().startsWith(wanted));
    },
    apply(events: readonly PerchEvent[]): void {
      for (const { chat } of store.getState().chats) chat.apply(events);
    },
    async reset(): Promise<void> {
      await Promise.all(store.getState().chats.map(({ chat }) => chat.refresh()));
    },
  };
}

const mention = /^@([\p{L}\p{N}][\p{L}\p{M}\p{N}_-]{0,99})(?:\s+|$)/u;

/** Who is asked, and what. A name with a colon behind it names a thing, and one of nobody is a word. */
function addressed(
  words: string,
  { list, usable }: ReturnType<Profiles["store"]["getState"]>,
): { readonly profile: string | null; readonly text: string } {
  const found = mention.exec(words);
  const name = found?.[1];
  // While they are not known the agent says whether there is one.
  const isProfile = list.kind !== "ready" || usable.some((one) => one.name === name);
  if (found === null || name === undefined || !isProfile) return { profile: null, text: words };
  return { profile: name, text: words.slice(found[0].length).trim() };
}
