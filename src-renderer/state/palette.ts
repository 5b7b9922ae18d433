import { createStore } from "zustand/vanilla";
import type { FoundMessage } from "../../src-preload/contract/message-search.ts";
import type { AgentClient } from "../client/agent-client.ts";
import type { Agent } from "./agent.ts";
import { createFileFinder } from "./file-finder.ts";
import { createMessageAsking } from "./message-asking.ts";
import type { OpenChat } from "./open-chat.ts";
import type { OverlayControl } from "./overlay.ts";

const mostFiles = 10;
const mostMessages = 5;

interface Needed {
  readonly client: AgentClient;
  readonly agent: Agent;
  readonly chat: OpenChat;
  readonly overlay: OverlayControl;
}

/** What is typed into the palette, and the files of the open chat that it names. */
export function createPalette({ client, agent, chat, overlay }: Needed) {
  const store = createStore<{ readonly query: string }>(() => ({ query: "" }));
  const files = createFileFinder(client, mostFiles);
  const messages = createStore<FoundInPalette>(() => noMessages);
  const asking = createMessageAsking({
    client,
    place: "palette",
    limit: mostMessages,
    wanted: () => {
      const query = plainWordsOf(store.getState().query);
      return query === "" ? null : { query };
    },
    onAnswer: (answer) =>
      messages.setState(answer.kind === "found" ? { hits: answer.hits, words: answer.words } : noMessages),
  });
  return {
    store,
    files: files.store,
    /** What was said with the words that are typed. */
    messages,
    async open(): Promise<void> {
      files.clear();
      store.setState({ query: "" });
      messages.setState(noMessages);
      overlay.open({ kind: "palette" });
      await agent.loadModels();
    },
    async ask(query: string): Promise<void> {
      store.setState({ query });
      const open = chat.store.getState();
      const wanted = query.replace(/^@/, "").trim();
      const isOfFiles = open.kind === "open" && wanted !== "" && !/^[>#?]/.test(query);
      if (!isOfFiles) files.clear();
      if (plainWordsOf(query) === "") messages.setState(noMessages);
      await Promise.all([asking.look(), isOfFiles ? files.find(open.key, wanted) : undefined]);
    },
  };
}

interface FoundInPalette {
  readonly hits: readonly FoundMessage[];
  readonly words: readonly string[];
}

const noMessages: FoundInPalette = { hits: [], words: [] };

/** What is looked for in messages: nothing where a sign before it means another kind, or for one letter, which is in all of them. */
function plainWordsOf(query: string): string {
  const words = query.trim().slice(0, 500);
  return /^[@>#?]/.test(words) || /^[\x20-\x7e]?$/.test(words) ? "" : words;
}

export type Palette = ReturnType<typeof createPalette>;
