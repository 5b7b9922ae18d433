import { type MouseEvent, memo } from "react";
import type { FoundMessage } from "../../../src-preload/contract/message-search.ts";
import { revealWords } from "../../../src-preload/contract/reveal-controls.ts";
import { keyOfHit } from "../../state/message-search.ts";
import { placeHref } from "../../state/place.ts";
import { chatTitle } from "../../ui/chat-title.ts";
import { hasMod } from "../../ui/keys.ts";
import listStyles from "../../ui/list.module.css";
import { text } from "../../ui/text.ts";
import { rowTime } from "../../ui/time.ts";
import styles from "./found-messages.module.css";

interface FoundRowProps {
  readonly hit: FoundMessage;
  readonly now: number;
  /** Where Tab comes into the list. */
  readonly isStop: boolean;
  /** It was gone to last. */
  readonly isOpened: boolean;
  readonly onOpen: () => void;
}

/** One message: its chat and when, who said it, and the words with what stands around them. */
export const FoundRow = memo(function FoundRow({ hit, now, isStop, isOpened, onOpen }: FoundRowProps) {
  const { title, date, role, archived, isActive, sessionKey } = hit;
  const open = (event: MouseEvent): void => {
    if (hasMod(event) || event.shiftKey) return;
    event.preventDefault();
    onOpen();
  };
  const about = [
    text(role === "user" ? "found.you" : "found.perch"),
    ...(archived ? [text("found.archived")] : []),
    ...(isActive ? [] : [text("found.otherBranch")]),
  ];
  return (
    <a
      className={`${listStyles.item} ${styles.row}${isOpened ? ` ${listStyles.isCurrent}` : ""}`}
      href={placeHref({ name: "chats", sessionKey })}
      tabIndex={isStop ? 0 : -1}
      data-key={keyOfHit(hit)}
      aria-current={isOpened ? "true" : undefined}
      onClick={open}
    >
      <span className="row">
        <span className={listStyles.name} dir="auto">
          {chatTitle(title)}
        </span>
        <span className={listStyles.side}>{rowTime(date, now)}</span>
      </span>
      <span className={styles.said} dir="auto">
        <span className={styles.who}>{about.join(" · ")}: </span>
        <Snippet hit={hit} />
      </span>
    </a>
  );
});

/** What was said around the words, with these marked. */
function Snippet({ hit: { snippet, marks } }: Pick<FoundRowProps, "hit">) {
  let from = 0;
  const parts = marks.flatMap(([start, end]) => {
    const before = snippet.slice(from, start);
    from = end;
    return [
      <span key={`before ${start}`}>{revealWords(before)}</span>,
      <mark key={start}>{revealWords(snippet.slice(start, end))}</mark>,
    ];
  });
  return (
    <>
      {parts}
      {revealWords(snippet.slice(from))}
    </>
  );
}
