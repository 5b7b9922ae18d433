import { Square } from "lucide-react";
import { useEffect, useState } from "react";
import { revealControls } from "../../../src-preload/contract/reveal-controls.ts";
import { createAskActs } from "../../state/ask-acts.ts";
import { usePick, useWindow } from "../../state/context.ts";
import { Button } from "../../ui/button.tsx";
import { Meter } from "../../ui/meter.tsx";
import { text } from "../../ui/text.ts";
import styles from "./step-row.module.css";
import type { Step } from "./turns.ts";

/** What is over sooner shows no output on its way: it would come and go, and move what is below. */
const quickMs = 1000;
/** What is written last says most. */
const shownLines = 6;

/** How far a step is that goes on: a bar where it counts, the last lines of what it writes, and a stop where it can have one. */
export function StepProgress({ step, isOpen }: { readonly step: Step; readonly isOpen: boolean }) {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), quickMs);
    return () => clearTimeout(timer);
  }, []);
  if (!isLong) return null;
  const { amount, progress } = step;
  return (
    <>
      {amount === null && !isOfServer(step) ? null : (
        <div className={styles.amount}>
          {amount === null ? null : <Amount done={amount.done} total={amount.total} />}
          {isOfServer(step) ? <StopCall callId={step.callId} /> : null}
        </div>
      )}
      {progress === "" || isOpen ? null : (
        <pre className={styles.progress}>
          {revealControls(progress.trimEnd().split("\n").slice(-shownLines).join("\n"))}
        </pre>
      )}
    </>
  );
}

/** Tools of servers have names of this form. */
function isOfServer({ tool }: Step): boolean {
  return tool.startsWith("mcp_");
}

function Amount({ done, total }: { readonly done: number; readonly total: number | null }) {
  if (total === null || total <= 0) return <span className="small meta number">{done}</span>;
  return (
    <>
      <span className={styles.bar}>
        <Meter label={text("step.amount")} share={done / total} warnAt={2} />
      </span>
      <span className="small meta number">
        {done} / {total}
      </span>
    </>
  );
}

/** The run goes on without this call. */
function StopCall({ callId }: { readonly callId: string }) {
  const { asks, chat } = useWindow();
  const run = usePick(chat.store, (open) => (open.kind === "open" ? open.view.run : null));
  if (run === null) return null;
  return (
    <Button
      kind="ghost"
      size="small"
      onClick={() => void createAskActs(asks).stopCall({ sessionKey: run.sessionKey, runId: run.runId, callId })}
    >
      <Square size={12} aria-hidden="true" />
      {text("step.stopCall")}
    </Button>
  );
}
