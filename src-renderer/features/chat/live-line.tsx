import { revealWords } from "../../../src-preload/contract/reveal-controls.ts";
import type { RunView } from "../../../src-preload/contract/run-view.ts";
import type { PendingApproval } from "../../../src-preload/contract/session.ts";
import { useIsUp, usePick, useWindow } from "../../state/context.ts";
import { text } from "../../ui/text.ts";
import { duration, isShort } from "../../ui/time.ts";
import { useNow } from "../../ui/use-now.ts";
import { lastSentence } from "./last-sentence.ts";
import styles from "./run-line.module.css";
import { retryWords, switchedWords } from "./run-words.ts";

/** The running line: how long, and below it why it takes longer; nothing else moves. */
export function LiveLine({ run }: { readonly run: RunView | null }) {
  const now = useNow();
  const isUp = useIsUp();
  if (run === null) return null;
  if (!isUp)
    return (
      <div className={`${styles.line} ${styles.isLive}`} data-live="">
        {text("chat.notKnown")}
      </div>
    );
  const { retry, switched, iteration } = run;
  return (
    <>
      <NowLine run={run} now={now} />
      {iteration === 0 ? <ConnectingLine /> : null}
      {switched === null ? null : <p className={styles.note}>{switchedWords(switched)}</p>}
      {retry === null ? null : <RetryLine key={retry.until} retry={retry} />}
    </>
  );
}

/** One line says what goes on: who is waited for, what it thinks, or that it works. */
function NowLine({ run, now }: { readonly run: RunView; readonly now: number }) {
  const { asks, chat, subagents } = useWindow();
  const asked = usePick(asks.store, (state) => state.asks).find(({ runId }) => runId === run.runId);
  const children = usePick(subagents.store, ({ list }) => list);
  const waitsFor = children.filter(({ runId, waits, state }) => waits && runId === run.runId && state !== "ended");
  const approvals = usePick(chat.store, (open) => (open.kind === "open" ? open.view.approvals : none));
  const { streaming, thought } = run;
  if (run.waitingFor.length > 0) {
    const ids = run.waitingFor.map(({ approvalId }) => approvalId);
    const since = approvals.find(({ approvalId }) => ids.includes(approvalId))?.requestedAt ?? now;
    return <Line words={text("chat.waiting")} tone="tone-needs" ms={now - since} />;
  }
  if (asked !== undefined) return <Line words={text("chat.waiting")} tone="tone-needs" ms={now - asked.askedAt} />;
  if (streaming !== null && streaming.text === "" && streaming.reasoning !== "") {
    const since = thought?.messageId === streaming.messageId ? thought.since : run.startedAt;
    const sentence = lastSentence(revealWords(streaming.reasoning));
    return <Line words={text("chat.thinking")} tone="tone-running" ms={now - since} sentence={sentence} />;
  }
  const [first] = waitsFor;
  if (first !== undefined) {
    const words = text(`chat.waitingForSubagent${waitsFor.length === 1 ? "" : "s"}`, { count: waitsFor.length });
    return <Line words={words} tone="tone-running" ms={now - first.since} />;
  }
  return <Line words={text("chat.working")} tone="tone-running" ms={now - run.startedAt} />;
}

const none: readonly PendingApproval[] = [];

interface LineProps {
  readonly words: string;
  readonly tone: "tone-needs" | "tone-running";
  /** For how long; the first second is not worth a word. */
  readonly ms: number;
  readonly sentence?: string;
}

function Line({ words, tone, ms, sentence = "" }: LineProps) {
  return (
    <div className={`${styles.line} ${styles.isLive}`} data-live="">
      <b className={tone}>{words}</b>
      {isShort(ms) ? null : <span>{duration(ms)}</span>}
      {sentence === "" ? null : <span className={styles.sentence}>— {sentence}</span>}
    </div>
  );
}

/** A turn waits a little for the servers that bring its tools. */
function ConnectingLine() {
  const { mcpServers } = useWindow();
  const names = usePick(mcpServers.store, (state) => state.connecting);
  return names.length === 0 ? null : (
    <p className={styles.note}>{text("chat.connecting", { servers: names.join(", ") })}</p>
  );
}

/** Counts down to the next try. */
function RetryLine({ retry }: { readonly retry: NonNullable<RunView["retry"]> }) {
  const now = useNow();
  return (
    <p className={styles.note}>
      <b className="tone-needs" role="timer">
        {retryWords(retry.until - now)}
      </b>{" "}
      {retry.message}
    </p>
  );
}
