import { createStore } from "zustand/vanilla";
import type { AgentClient } from "../client/agent-client.ts";
import type { Load } from "./load.ts";
import type { OpenChat } from "./open-chat.ts";

type Loads = Readonly<Record<string, Load<{ readonly address: string }>>>;

/** So many recordings are held to be played; each may have 20 MB. */
const mostHeld = 8;

/** The recordings that somebody wanted to hear, as addresses of the page's own, by their path. */
export function createRecordings(client: AgentClient, chat: OpenChat) {
  const store = createStore<{ readonly loads: Loads }>(() => ({ loads: {} }));

  function set(path: string, load: Loads[string]): void {
    const { [path]: _, ...others } = store.getState().loads;
    const entries = [...Object.entries(others), [path, load] as const];
    for (const [, old] of entries.slice(0, -mostHeld)) if (old.kind === "ready") URL.revokeObjectURL(old.address);
    store.setState({ loads: Object.fromEntries(entries.slice(-mostHeld)) });
  }

  return {
    store,
    async read(path: string): Promise<void> {
      const open = chat.store.getState();
      if (open.kind !== "open" || store.getState().loads[path]?.kind === "loading") return;
      set(path, { kind: "loading" });
      const came = await client.request("transcription.recording", { sessionKey: open.key, path });
      if (!came.ok) return set(path, { kind: "failed", message: came.error.message });
      const bytes = Uint8Array.from(atob(came.value.base64), (letter) => letter.charCodeAt(0));
      set(path, { kind: "ready", address: URL.createObjectURL(new Blob([bytes], { type: came.value.mediaType })) });
    },
  };
}
