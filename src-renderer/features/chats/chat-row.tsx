import { Ellipsis, EyeOff } from "lucide-react";
import { memo } from "react";
import { revealLine, revealWords } from "../../../src-preload/contract/reveal-controls.ts";
import type { RunningStep, SessionSummary } from "../../../src-preload/contract/session.ts";
import { isPrivateKey } from "../../../src-preload/contract/session-key.ts";
import { plainWords, wordsOfStep } from "../../../src-preload/contract/step-words.ts";
import { placeHref } from "../../state/place.ts";
import { chatTitle } from "../../ui/chat-title.ts";
import listStyles from "../../ui/list.module.css";
import { isTextKey, type TextKey, text } from "../../ui/text.ts";
import { rowTime, shortTime } from "../../ui/time.ts";
import styles from "./chat-row.module.css";

type Loud = "running" | "waiting" | "asks" | "interrupted" | "failed" | "over-budget" | "not-known";

const loud: Readonly<Record<Loud, { readonly word: TextKey; readonly tone: string; readonly dot: string }>> = {
  waiting: { word: "state.waiting", tone: "tone-needs", dot: "needs" },
  asks: { word: "state.asks", tone: "tone-needs", dot: "needs" },
  running: { word: "state.running", tone: "tone-running", dot: "running" },
  failed: { word: "state.failed", tone: "tone-failed", dot: "failed" },
  "over-budget": { word: "state.overBudget", tone: "tone-needs", dot: "needs" },
  "not-known": { word: "state.notKnown", tone: "dim", dot: "off" },
  interrupted: { word: "state.interrupted", tone: "tone-failed", dot: "failed" },
};

export interface ChatRowProps {
  readonly row: SessionSummary;
  readonly isCurrent: boolean;
  /** One of those that are chosen together. */
  readonly isChosen: boolean;
  /** Where Tab comes into the list. */
  readonly isStop: boolean;
  /** It has a second line: what is new. */
  readonly isTall: boolean;
  /** The agent answers: what is said to run does. */
  readonly isUp: boolean;
  readonly now: number;
}

/** One chat in the list. What waits, runs or failed says so in words; the rest is its name and how long ago it was. */
export const ChatRow = memo(function ChatRow(props: ChatRowProps) {
  const { row, isCurrent, isChosen, isStop, isTall, isUp } = props;
  const title = chatTitle(row.title);
  const known = row.state === "running" && !isUp ? "not-known" : row.state;
  const state = known === "idle" || known === "stopped" || row.unreadable !== undefined ? null : loud[known];
  const classes = [
    listStyles.item,
    styles.row,
    ...(isTall ? [listStyles.isTall] : []),
    ...(isCurrent ? [listStyles.isCurrent] : []),
    ...(isChosen ? [styles.isChosen] : []),
  ].join(" ");
  return (
    <div className={styles.place}>
      <a
        className={classes}
        href={placeHref({ name: "chats", sessionKey: row.key })}
        tabIndex={isStop ? 0 : -1}
        data-key={row.key}
        data-roving={isStop ? "current" : undefined}
        data-tip={row.unreadable ?? title}
        data-tip-cut={row.unreadable === undefined ? "" : undefined}
        aria-current={isCurrent ? "page" : undefined}
      >
        <span className="row">
          {isPrivateKey(row.key) ? (
            <EyeOff className="icon icon-small" role="img" aria-label={text("chat.private")} />
          ) : null}
          {state === null || isTall ? null : <span className={`dot ${state.dot}`} aria-hidden="true" />}
          <span className={listStyles.name} dir="auto">
            {title}
          </span>
          {isChosen ? <span className="screen-reader">{text("chats.isChosen")}</span> : null}
          <Side {...props} word={state === null ? null : text(state.word)} />
        </span>
        {isTall && state !== null ? (
          <span className={listStyles.detail}>
            <span className={`dot ${state.dot}`} aria-hidden="true" />
            <span className={state.tone}>{text(state.word)}</span>
            <News row={row} />
          </span>
        ) : null}
      </a>
      <button
        type="button"
        className={`button ghost icon-only small ${styles.more}`}
        tabIndex={-1}
        aria-haspopup="menu"
        aria-label={text("chats.rowMenu", { title })}
        data-menu-of={row.key}
      >
        <Ellipsis className="icon" aria-hidden="true" />
      </button>
    </div>
  );
});

/** What is new in it: what it wants, what it does, why it failed. The title is not said twice. */
function News({ row }: { readonly row: SessionSummary }) {
  const words = row.state === "running" ? stepWords(row.step) : row.preview;
  if (words === "" || words === row.title) return null;
  return (
    <span className="cut" dir="auto">
      · {revealWords(words)}
    </span>
  );
}

function stepWords(step: RunningStep | undefined): string {
  if (step === undefined) return "";
  const { doing } = wordsOfStep(step);
  const values = { tool: revealLine(step.label ?? step.tool), object: revealLine(step.title) };
  return text(isTextKey(doing) ? doing : plainWords.doing, values);
}

/** When it was used, as short as it can be; how it stands in words for those who do not see it. */
function Side({ row, now, isTall, word }: ChatRowProps & { readonly word: string | null }) {
  const trouble = troubleOf(row);
  if (trouble !== null) return <span className={listStyles.side}>{trouble}</span>;
  const short = rowTime(row.updatedAt, now);
  const exact = shortTime(row.updatedAt, now);
  if (isTall) return <span className={listStyles.side}>{short}</span>;
  if (row.state === "stopped") {
    return <span className={listStyles.side}>{text("state.stopped", { time: short })}</span>;
  }
  const said = word ?? (row.preview === "" ? "" : text("state.done", { time: exact }));
  return (
    <span className={listStyles.side}>
      <span aria-hidden="true">{short}</span>
      <span className="screen-reader">{said}</span>
    </span>
  );
}

function troubleOf(row: SessionSummary): string | null {
  if (row.unreadable !== undefined) return text("chats.unreadable");
  return row.missing ? text("chats.missing") : null;
}
