import type { RunView } from "../../../src-preload/contract/run-view.ts";
import { useIsUp, usePick, useWindow } from "../../state/context.ts";
import { text } from "../../ui/text.ts";
import { duration } from "../../ui/time.ts";
import { useNow } from "../../ui/use-now.ts";
import { retryWords, switchedWords } from "./run-words.ts";

/** The running line: how long, and below it why it takes longer; nothing else moves. */
export function LiveLine({ run }: { readonly run: RunView | null }) {
  const now = useNow();
  const isUp = useIsUp();
  if (run === null) return null;
  if (!isUp)
    return (
      <div className="run-head live" data-live="">
        {text("chat.notKnown")}
      </div>
    );
  const { retry, switched, iteration } = run;
  const isWaiting = run.waitingFor.length > 0;
  return (
    <>
      <div className="run-head live" data-live="">
        <b className={isWaiting ? "t-need" : "t-run"}>{text(isWaiting ? "chat.waiting" : "chat.working")}</b>
        <span>{duration(Math.max(0, now - run.startedAt))}</span>
      </div>
      {iteration === 0 ? <ConnectingLine /> : null}
      {switched === null ? null : <p className="live-note">{switchedWords(switched)}</p>}
      {retry === null ? null : <RetryLine key={retry.until} retry={retry} />}
    </>
  );
}

/** A turn waits a little for the servers that bring its tools. */
function ConnectingLine() {
  const { mcpServers } = useWindow();
  const names = usePick(mcpServers.store, (state) => state.connecting);
  return names.length === 0 ? null : (
    <p className="live-note">{text("chat.connecting", { servers: names.join(", ") })}</p>
  );
}

/** Counts down to the next try. */
function RetryLine({ retry }: { readonly retry: NonNullable<RunView["retry"]> }) {
  const now = useNow();
  return (
    <p className="live-note">
      <b className="t-need" role="timer">
        {retryWords(retry.until - now)}
      </b>{" "}
      {retry.message}
    </p>
  );
}
