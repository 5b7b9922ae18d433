import { memo } from "react";
import { revealWords } from "../../../src-preload/contract/reveal-controls.ts";
import type { SessionSummary } from "../../../src-preload/contract/session.ts";
import { placeHref } from "../../state/place.ts";
import { chatTitle } from "../../ui/chat-title.ts";
import listStyles from "../../ui/list.module.css";
import { type TextKey, text } from "../../ui/text.ts";
import { shortTime } from "../../ui/time.ts";

type Loud = "running" | "waiting" | "interrupted" | "failed" | "over-budget" | "not-known";

const loud: Readonly<Record<Loud, { readonly word: TextKey; readonly tone: string; readonly dot: string }>> = {
  waiting: { word: "state.waiting", tone: "tone-needs", dot: "needs" },
  running: { word: "state.running", tone: "tone-running", dot: "running" },
  failed: { word: "state.failed", tone: "tone-failed", dot: "failed" },
  "over-budget": { word: "state.overBudget", tone: "tone-needs", dot: "needs" },
  "not-known": { word: "state.notKnown", tone: "dim", dot: "off" },
  interrupted: { word: "state.interrupted", tone: "tone-failed", dot: "failed" },
};

interface ChatRowProps {
  readonly row: SessionSummary;
  readonly isCurrent: boolean;
  /** The agent answers: what is said to run does. */
  readonly isUp: boolean;
  readonly now: number;
}

/** One chat in the list. What waits, runs or failed says so in words; the rest is one line. */
export const ChatRow = memo(function ChatRow({ row, isCurrent, isUp, now }: ChatRowProps) {
  const title = chatTitle(row.title);
  const known = row.state === "running" && !isUp ? "not-known" : row.state;
  const state = known === "idle" || known === "stopped" || row.unreadable !== undefined ? null : loud[known];
  const time = shortTime(row.updatedAt, now);
  const current = isCurrent ? ` ${listStyles.isCurrent}` : "";
  const href = placeHref({ name: "chats", sessionKey: row.key });
  if (state === null) {
    return (
      <a
        className={`${listStyles.item}${current}`}
        href={href}
        title={row.unreadable}
        aria-current={isCurrent ? "page" : undefined}
      >
        <span className="row">
          <span className={listStyles.name} dir="auto">
            {title}
          </span>
          <span className={listStyles.side}>{troubleOf(row) ?? quiet(row, time)}</span>
        </span>
      </a>
    );
  }
  return (
    <a
      className={`${listStyles.item} ${listStyles.isTall}${current}`}
      href={href}
      aria-current={isCurrent ? "page" : undefined}
    >
      <span className="row">
        <span className={listStyles.name} dir="auto">
          {title}
        </span>
        <span className={listStyles.side}>{time}</span>
      </span>
      <span className={listStyles.detail}>
        <span className={`dot ${state.dot}`} aria-hidden="true" />
        <span className={state.tone}>{text(state.word)}</span>
        {row.preview === "" ? null : (
          <span className="cut">
            · <bdi>{revealWords(row.preview)}</bdi>
          </span>
        )}
      </span>
    </a>
  );
});

function troubleOf(row: SessionSummary): string | null {
  if (row.unreadable !== undefined) return text("chats.unreadable");
  return row.missing ? text("chats.missing") : null;
}

/** How a chat that needs nobody ended, and when; only the time where it has not begun. */
function quiet(row: SessionSummary, time: string): string {
  if (row.preview === "") return time;
  return text(row.state === "stopped" ? "state.stopped" : "state.done", { time });
}
