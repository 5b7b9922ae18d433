import { useWindow } from "../../state/context.ts";
import { createInboxParts, type InboxParts } from "../../state/inbox-parts.ts";

/** What this page alone needs, made when it is first drawn. */
export function useInboxParts(): InboxParts {
  return useWindow().laterInbox.with(createInboxParts);
}
