import type { PerchEvent } from "../../src-preload/contract/events.ts";
import type { MessageId, SessionKey } from "../../src-preload/contract/ids.ts";

/** The queue of a chat, as somebody whose message may lie in it sees it. */
export interface QueueWatch {
  event(event: PerchEvent): void;
  /** Resolves when the message, which waits, will not have its turn by itself: it was taken out, or the queue was paused. */
  leaves(): Promise<"removed" | "paused">;
}

/** What comes before the receipt counts too, but for a pause: sending the message ended that. */
export function createQueueWatch(sessionKey: SessionKey, messageId: MessageId): QueueWatch {
  const left = Promise.withResolvers<"removed" | "paused">();
  let stands: "not yet" | "in it" | "had its turn" = "not yet";
  let isReceived = false;
  // A turn that must be had anew has the same id with a mark behind it.
  const isOwn = ({ id }: { readonly id: string }): boolean => id === messageId || id.startsWith(`${messageId}.`);

  return {
    event(event) {
      if (!("sessionKey" in event) || event.sessionKey !== sessionKey || stands === "had its turn") return;
      if (event.type === "message-added" && isOwn(event.message)) stands = "had its turn";
      if (event.type !== "queue-changed") return;
      const isThere = event.queue.some(isOwn);
      if (stands === "in it" && !isThere) left.resolve("removed");
      if (isThere) stands = "in it";
      if (isThere && event.paused && isReceived) left.resolve("paused");
    },
    leaves() {
      isReceived = true;
      return left.promise;
    },
  };
}
