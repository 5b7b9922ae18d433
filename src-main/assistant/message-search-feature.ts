import { createMessageHandlers } from "../api/message-handlers.ts";
import type { Core } from "./core.ts";
import type { Transcripts } from "./transcripts.ts";

/** A process that ends after one answer reads no index; what was said is read behind its answer. */
const afterRunMs = 2000;
/** Nor does a start wait for it. */
const afterStartMs = 3000;

/** Messages of all chats by their words. Its index is made in the database's thread, from the files alone. */
export function createMessageSearchFeature(core: Core, { sessions }: Pick<Transcripts, "sessions">) {
  const { host, events, keys } = core;
  let timer: Disposable | null = null;
  let isWanted = false;

  function followIn(ms: number): void {
    timer?.[Symbol.dispose]();
    timer = host.setTimer(ms, () => void follow());
  }

  async function follow(): Promise<void> {
    const followed = await sessions.followMessages();
    if (followed.ok || followed.error.code === "cancelled") return;
    host.log("warn", "what was said cannot be searched yet", { reason: followed.error.message });
  }

  const subscription = events.subscribe(["agent"], (delivery) => {
    if (isWanted && delivery.kind === "event" && delivery.event.type === "run-end") followIn(afterRunMs);
  });
  subscription.start();

  return {
    handlers: createMessageHandlers(async (asked, signal) => {
      const { findMessages } = await import("../sessions/search/find-messages.ts");
      // Which keys are not to be shown is known once the settings are.
      await core.settings.current();
      return findMessages(asked, { sessions, clock: host, redact: keys.redactAll }, signal);
    }),
    /** For processes that stay: the index is made in the background, and kept. */
    warmUp(): void {
      isWanted = true;
      followIn(afterStartMs);
    },
    [Symbol.dispose](): void {
      subscription.stop();
      timer?.[Symbol.dispose]();
    },
  };
}
