import type { RunView } from "../../../src-preload/contract/run-view.ts";
import { useIsUp, usePick, useWindow } from "../../state/context.ts";
import { text } from "../../ui/text.ts";
import { duration } from "../../ui/time.ts";
import { useNow } from "../../ui/use-now.ts";
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
  const isWaiting = run.waitingFor.length > 0;
  return (
    <>
      <div className={`${styles.line} ${styles.isLive}`} data-live="">
        <b className={isWaiting ? "tone-needs" : "tone-running"}>{text(isWaiting ? "chat.waiting" : "chat.working")}</b>
        <span>{duration(Math.max(0, now - run.startedAt))}</span>
      </div>
      {iteration === 0 ? <ConnectingLine /> : null}
      {switched === null ? null : <p className={styles.note}>{switchedWords(switched)}</p>}
      {retry === null ? null : <RetryLine key={retry.until} retry={retry} />}
    </>
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
