import { createStore } from "zustand/vanilla";
import type { AgentClient } from "../client/agent-client.ts";
import type { Agent } from "./agent.ts";
import { createFileFinder } from "./file-finder.ts";
import type { OpenChat } from "./open-chat.ts";
import type { OverlayControl } from "./overlay.ts";

const mostFiles = 10;

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
  return {
    store,
    files: files.store,
    async open(): Promise<void> {
      files.clear();
      store.setState({ query: "" });
      overlay.open({ kind: "palette" });
      await agent.loadModels();
    },
    async ask(query: string): Promise<void> {
      store.setState({ query });
      const open = chat.store.getState();
      const wanted = query.replace(/^@/, "").trim();
      if (open.kind !== "open" || wanted === "" || /^[>#?]/.test(query)) files.clear();
      else await files.find(open.key, wanted);
    },
  };
}

export type Palette = ReturnType<typeof createPalette>;
