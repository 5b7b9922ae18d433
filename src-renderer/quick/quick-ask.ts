import { createStore } from "zustand/vanilla";
import type { QuickAct } from "../../src-preload/contract/desktop.ts";
import type { AgentClient } from "../client/agent-client.ts";
import { createAgent } from "../state/agent.ts";
import { newSessionKey } from "../state/new-session-key.ts";
import { createOpenChat } from "../state/open-chat.ts";
import { text } from "../ui/text.ts";
import { answerOf, withClipboard } from "./asked-words.ts";

export interface QuickState {
  readonly words: string;
  /** What was copied last; "" where it is no text. */
  readonly clipboard: string;
  readonly isAttached: boolean;
  readonly isSending: boolean;
  /** Why the question did not leave. */
  readonly problem: string | null;
  /** Rises when the field is to have the focus. */
  readonly focusAsked: number;
}

const untouched: QuickState = {
  words: "",
  clipboard: "",
  isAttached: false,
  isSending: false,
  problem: null,
  focusAsked: 0,
};

/** One question in a chat of its own. A second one goes on in that chat, until the window is opened anew. */
export function createQuickAsk(client: AgentClient) {
  const agent = createAgent(client);
  const chat = createOpenChat(client);
  const store = createStore<QuickState>(() => untouched);
  const act = (what: QuickAct): void => void client.request("desktop.quick", what);

  function isOn(): boolean {
    const open = chat.store.getState();
    return open.kind === "open" && answerOf(open.view)?.isOn === true;
  }

  /** The window is opened: a new question, unless one is being answered or was begun. */
  async function begin(): Promise<void> {
    if (!isOn()) {
      chat.startNew(newSessionKey());
      store.setState({ problem: null });
    }
    store.setState(({ focusAsked }) => ({ isAttached: false, focusAsked: focusAsked + 1 }));
    await look();
  }

  /** At what was copied last; and says which chat is shown. */
  async function look(): Promise<void> {
    const open = chat.store.getState();
    if (open.kind !== "none") act({ act: "show", sessionKey: open.key });
    const copied = await client.request("desktop.clipboard", {});
    store.setState({ clipboard: copied.ok ? copied.value.text : "" });
  }

  async function send(): Promise<void> {
    const { words, clipboard, isAttached, isSending } = store.getState();
    const open = chat.store.getState();
    if (isSending || words.trim() === "" || open.kind === "none") return;
    // A second question would wait where nobody sees it.
    if (isOn()) return store.setState({ problem: text("quick.oneAtATime") });
    store.setState({ isSending: true, problem: null });
    const message = isAttached ? withClipboard(words, clipboard) : words;
    const sent = await client.request("chat.send", { sessionKey: open.key, text: message });
    // What was not sent stays where it was written.
    if (sent.ok) store.setState({ words: "", isAttached: false, isSending: false });
    else store.setState({ isSending: false, problem: sent.error.message });
  }

  client.start({
    events(events) {
      agent.apply(events);
      chat.apply(events);
    },
    reset: () => void Promise.all([agent.load(), chat.refresh()]),
    link(state) {
      agent.setLink(state);
      if (state.kind === "up") void look();
    },
  });
  void begin();
  return {
    store,
    agent,
    chat,
    begin,
    send,
    write: (words: string) => store.setState({ words }),
    attach: (isAttached: boolean) => store.setState({ isAttached }),
    stop(): void {
      const open = chat.store.getState();
      if (open.kind === "open") void client.request("chat.stop", { sessionKey: open.key });
    },
    close: () => act({ act: "close" }),
    resize: (height: number) => act({ act: "fit", height }),
    open(): void {
      const now = chat.store.getState();
      if (now.kind !== "none") act({ act: "open", sessionKey: now.key });
    },
    /** In the browser, once the person has seen where it really goes. */
    openAddress(target: string): void {
      if (window.confirm(text("chat.openLink", { address: target }))) void client.request("system.open", { target });
    },
  };
}

export type QuickAsk = ReturnType<typeof createQuickAsk>;
