import type { VersionAuthor } from "../../../src-preload/contract/knowledge.ts";
import { usePick, useWindow } from "../../state/context.ts";
import { placeHref } from "../../state/place.ts";
import { chatTitle } from "../../ui/chat-title.ts";
import { text } from "../../ui/text.ts";

interface ChatLinkProps {
  readonly author: Extract<VersionAuthor, { kind: "agent" }>;
  /** Left out: as every link. */
  readonly tabIndex?: number;
}

/** Leads to the chat that a change comes from, by its title where the list of chats has it. */
export function ChatLink({ author: { sessionKey }, tabIndex }: ChatLinkProps) {
  const row = usePick(useWindow().chats.store, ({ rows }) => rows.find(({ key }) => key === sessionKey));
  return (
    <a className="link" dir="auto" href={placeHref({ name: "chats", sessionKey })} tabIndex={tabIndex}>
      {row === undefined ? text("knowledge.fromChat") : chatTitle(row.title)}
    </a>
  );
}
