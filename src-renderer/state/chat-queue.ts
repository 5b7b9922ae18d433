import type { MessageId, SessionKey } from "../../src-preload/contract/ids.ts";
import type { QueuedMessage } from "../../src-preload/contract/records.ts";
import type { AgentClient } from "../client/agent-client.ts";
import type { Drafts } from "./drafts.ts";
import { isDone, type Notify } from "./notices.ts";

interface Needed {
  readonly client: AgentClient;
  readonly drafts: Drafts;
  readonly notify: Notify;
}

/** What a person does with the messages that wait; which they are stands in the open chat. What goes wrong is told. */
export function createChatQueue({ client, drafts, notify }: Needed) {
  async function remove(sessionKey: SessionKey, messageId: MessageId): Promise<void> {
    isDone(await client.request("queue.remove", { sessionKey, messageId }), notify);
  }
  return {
    remove,
    /** Before the one that stands above it. */
    async moveUp(sessionKey: SessionKey, queue: readonly QueuedMessage[], index: number): Promise<void> {
      const ids = queue.map((entry) => entry.id);
      const [moved] = ids.splice(index, 1);
      if (moved !== undefined) ids.splice(index - 1, 0, moved);
      isDone(await client.request("queue.order", { sessionKey, messageIds: ids }), notify);
    },
    /** Takes it back into the composer. */
    async edit(sessionKey: SessionKey, { id, content, media }: QueuedMessage): Promise<void> {
      drafts.edit(sessionKey, { text: content, media: media ?? [] });
      await remove(sessionKey, id);
    },
    async pause(sessionKey: SessionKey, paused: boolean): Promise<void> {
      isDone(await client.request("queue.pause", { sessionKey, paused }), notify);
    },
  };
}

export type ChatQueue = ReturnType<typeof createChatQueue>;
