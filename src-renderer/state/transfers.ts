import { createStore } from "zustand/vanilla";
import type { PerchEvent } from "../../src-preload/contract/events.ts";
import type { SessionKey } from "../../src-preload/contract/ids.ts";
import type { ExportFormat } from "../../src-preload/contract/transfer.ts";
import type { AgentClient } from "../client/agent-client.ts";
import type { HandedOver, TransferState } from "./transfer.ts";

/** Chats as they leave and come; the code for it is fetched with the first of them. */
export function createTransfers(client: AgentClient) {
  const store = createStore<TransferState>(() => ({ share: null }));
  const code = () => import("./transfer.ts");
  const onShare = (share: number): void => store.setState({ share });
  return {
    store,
    exportChat: async (sessionKey: SessionKey, format: ExportFormat) =>
      (await code()).exportChat(client, { sessionKey, format }),
    handOver: async (file: File, signal: AbortSignal) => (await code()).handOver(client, file, { signal, onShare }),
    take: async (file: HandedOver, chats: readonly string[], signal: AbortSignal) =>
      (await code()).takeChats(client, { file, chats, signal }),
    drop: async (file: HandedOver) => (await code()).drop(client, file),
    apply(events: readonly PerchEvent[]): void {
      const last = events.findLast(({ type }) => type === "import-progress");
      if (last?.type === "import-progress") onShare(last.read / Math.max(1, last.size));
    },
  };
}

export type Transfers = ReturnType<typeof createTransfers>;
