import { createStore } from "zustand/vanilla";
import type { AgentClient } from "../client/agent-client.ts";
import { isDone, type Notify } from "./notices.ts";
import type { OpenChat } from "./open-chat.ts";

/** What was read of a long result, from its first line on. */
interface ReadResult {
  readonly lines: readonly string[];
  /** Of the whole result. */
  readonly total: number;
}

/** By the path of the file that the result lies in. */
type Results = Readonly<Record<string, ReadResult>>;

const pageLines = 1000;

/** Results of the open chat that were too long for the model: read page by page, and forgotten with the chat. */
export function createStepResults(client: AgentClient, chat: OpenChat, notify: Notify) {
  const store = createStore<{ readonly results: Results }>(() => ({ results: {} }));
  const openKey = () => {
    const open = chat.store.getState();
    return open.kind === "open" ? open.key : null;
  };
  let shown = openKey();
  chat.store.subscribe(() => {
    if (openKey() === shown) return;
    shown = openKey();
    store.setState({ results: {} });
  });
  return {
    store,
    async readMore(path: string): Promise<void> {
      const sessionKey = openKey();
      if (sessionKey === null) return;
      const { lines = [] } = store.getState().results[path] ?? {};
      const input = { sessionKey, path, from: lines.length, lines: pageLines };
      const page = await client.request("file.result", input);
      if (!isDone(page, notify) || openKey() !== sessionKey) return;
      const { lines: now = [] } = store.getState().results[path] ?? {};
      // Pressed twice: the page is there already.
      if (now.length !== lines.length) return;
      const read = { lines: [...lines, ...page.value.lines], total: page.value.total };
      store.setState(({ results }) => ({ results: { ...results, [path]: read } }));
    },
  };
}

export type StepResults = ReturnType<typeof createStepResults>;
