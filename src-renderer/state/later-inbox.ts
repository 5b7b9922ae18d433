import type { PerchEvent } from "../../src-preload/contract/events.ts";
import type { InboxNeeded, InboxParts } from "./inbox-parts.ts";

/** What the page of the Inbox alone needs: its code comes with the page, which makes it when it is first drawn. */
export function createLaterInbox(needed: InboxNeeded) {
  let made: InboxParts | null = null;
  return {
    with(make: (needed: InboxNeeded) => InboxParts): InboxParts {
      made ??= make(needed);
      return made;
    },
    leave: (): void => made?.threads.close(),
    apply: (events: readonly PerchEvent[]): void => made?.threads.apply(events),
    async reset(): Promise<void> {
      await made?.threads.reset();
    },
  };
}
