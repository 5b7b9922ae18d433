import { createStore } from "zustand/vanilla";
import type { SessionKey } from "../../src-preload/contract/ids.ts";
import type { AgentClient } from "../client/agent-client.ts";
import { text } from "../ui/text.ts";
import { isDone, type Notify } from "./notices.ts";
import type { OpenChat } from "./open-chat.ts";

/** A line of a change: `number` counts on the line's own side. */
export interface ChangeLine {
  /** The name of the file in its folder. */
  readonly name: string;
  readonly path: string;
  readonly number: number;
  readonly isRemoved: boolean;
  readonly quote: string;
}

export interface ChangeComment extends ChangeLine {
  readonly words: string;
}

interface CommentsState {
  /** By chat: what was said of its changes and not sent yet. */
  readonly kept: Readonly<Record<string, readonly ChangeComment[]>>;
  /** The line that is being commented on. */
  readonly asked: ChangeLine | null;
  readonly isSending: boolean;
}

interface Needed {
  readonly client: AgentClient;
  readonly chat: OpenChat;
  readonly notify: Notify;
}

/** A longer line is quoted in part. */
const maxQuote = 200;

/** Comments on lines of changes: collected, and sent to the agent in one message. */
export function createChangeComments({ client, chat, notify }: Needed) {
  const store = createStore<CommentsState>(() => ({ kept: {}, asked: null, isSending: false }));
  const openKey = (): SessionKey | null => {
    const open = chat.store.getState();
    return open.kind === "open" ? open.key : null;
  };
  const of = (key: SessionKey | null): readonly ChangeComment[] =>
    key === null ? [] : (store.getState().kept[key] ?? []);
  const set = (key: SessionKey, comments: readonly ChangeComment[]): void =>
    store.setState(({ kept }) => ({ kept: { ...kept, [key]: comments } }));

  return {
    store,
    ask: (asked: ChangeLine | null): void => store.setState({ asked }),
    add(words: string): void {
      const key = openKey();
      const { asked } = store.getState();
      if (key === null || asked === null || words.trim() === "") return;
      set(key, [...of(key).filter((one) => !isSameLine(one, asked)), { ...asked, words: words.trim() }]);
      store.setState({ asked: null });
    },
    remove(comment: ChangeComment): void {
      const key = openKey();
      if (key !== null)
        set(
          key,
          of(key).filter((one) => one !== comment),
        );
    },
    /** All of them as one message; those that were made meanwhile stay. */
    async send(): Promise<void> {
      const key = openKey();
      const sent = of(key);
      if (key === null || sent.length === 0 || store.getState().isSending) return;
      store.setState({ isSending: true });
      const answer = await client.request("chat.send", { sessionKey: key, text: messageOf(sent) });
      store.setState({ isSending: false });
      if (isDone(answer, notify))
        set(
          key,
          of(key).filter((one) => !sent.includes(one)),
        );
    },
  };
}

export type ChangeComments = ReturnType<typeof createChangeComments>;

function isSameLine(a: ChangeLine, b: ChangeLine): boolean {
  return a.path === b.path && a.number === b.number && a.isRemoved === b.isRemoved;
}

/** What the agent reads: each place, the line that it is about, what was said. */
function messageOf(comments: readonly ChangeComment[]): string {
  const parts = comments.map(({ name, number, isRemoved, quote, words }) => {
    const line = quote.length > maxQuote ? `${quote.slice(0, maxQuote)}…` : quote;
    const place = isRemoved ? text("changes.commentRemoved", { name, number }) : `${name}:${number}`;
    return `**${place}**\n${fenced(line)}\n${words}`;
  });
  return `${text("changes.commentsHead")}\n\n${parts.join("\n\n")}`;
}

/** A fence that is longer than any in the line. */
function fenced(line: string): string {
  const longest = Math.max(2, ...[...line.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}\n${line}\n${fence}`;
}
