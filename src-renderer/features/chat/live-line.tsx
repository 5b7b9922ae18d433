import { useEffect, useState } from "react";
import type { RunView } from "../../../src-preload/contract/reducers/run.ts";
import { text } from "../../ui/text.ts";
import { duration } from "../../ui/time.ts";
import { stepCount } from "./step-count.ts";

/** The running line: how long, how many steps, which model stands in; nothing else moves. */
export function LiveLine({ run, steps }: { readonly run: RunView | null; readonly steps: number }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  if (run === null) return null;
  const { retry, switched } = run;
  const isWaiting = run.waitingFor.length > 0;
  return (
    <>
      <div className="run-head live">
        <b className={isWaiting ? "t-need" : "t-run"}>{text(isWaiting ? "chat.waiting" : "chat.working")}</b>
        <span>{duration(Math.max(0, now - run.startedAt))}</span>
        {steps === 0 ? null : (
          <>
            <span className="sep">·</span>
            <span>{stepCount(steps)}</span>
          </>
        )}
        {retry === null ? null : <span className="t-need cut">{retry.message}</span>}
      </div>
      {switched === null ? null : <SwitchedLine switched={switched} />}
    </>
  );
}

function SwitchedLine({ switched }: { readonly switched: NonNullable<RunView["switched"]> }) {
  const { from, to, reason } = switched;
  return <p className="live-note">{text("model.switched", { from, to, reason: reason.message })}</p>;
}
