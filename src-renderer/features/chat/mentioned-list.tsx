import { Database, MessageSquare, TriangleAlert } from "lucide-react";
import type { Mentioned } from "../../../src-preload/contract/mentioned.ts";
import { revealLine } from "../../../src-preload/contract/reveal-controls.ts";
import { placeHref } from "../../state/place.ts";
import { chatTitle } from "../../ui/chat-title.ts";
import { text } from "../../ui/text.ts";
import styles from "./mentioned-list.module.css";

/** What a message named with an `@`: what went along with it, and what could not be read. */
export function MentionedList({ mentioned }: { readonly mentioned: readonly Mentioned[] }) {
  return (
    <ul className={styles.list} aria-label={text("named.title")}>
      {mentioned.map((one) => (
        <li key={one.written} className={`${styles.row} small`}>
          <MentionedRow one={one} />
        </li>
      ))}
    </ul>
  );
}

function MentionedRow({ one }: { readonly one: Mentioned }) {
  const { kind, title, sessionKey, isCut, problem, written } = one;
  const Icon = problem !== undefined ? TriangleAlert : kind === "chat" ? MessageSquare : Database;
  const name = revealLine(kind === "chat" ? chatTitle(title) : title);
  return (
    <>
      <Icon className={problem === undefined ? "icon-small" : `icon-small ${styles.problem}`} aria-hidden="true" />
      <span className={styles.words}>
        {sessionKey === null ? (
          <span dir="auto">{problem === undefined ? name : revealLine(written)}</span>
        ) : (
          <a href={placeHref({ name: "chats", sessionKey })} dir="auto">
            {name}
          </a>
        )}
        {isCut ? <span className="meta"> {text("named.cut")}</span> : null}
        {problem === undefined ? null : <span className={styles.problem}> {problem}</span>}
      </span>
    </>
  );
}
