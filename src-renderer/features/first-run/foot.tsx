import { useId } from "react";
import { useWindow } from "../../state/context.ts";
import { Button } from "../../ui/button.tsx";
import { text } from "../../ui/text.ts";
import styles from "./first-run.module.css";
import { useBegin } from "./use-begin.ts";
import type { ShownRun } from "./use-first-run.ts";

/** The two ways on; where one is closed, why. */
export function Foot({ run }: { readonly run: ShownRun }) {
  const { firstRun } = useWindow();
  const id = useId();
  const { isBusy } = run;
  const { hasFolder, go } = useBegin(isBusy);
  const blocked = run.blocked ?? (hasFolder ? null : ("first.blocked.folder" as const));
  return (
    <div className={styles.foot}>
      {/* Busy is not disabled: what was just pressed keeps the focus. */}
      <Button size="large" disabled={!hasFolder} aria-disabled={isBusy} onClick={() => void go(firstRun.practise)}>
        {text("first.practice")}
      </Button>
      <span className="small meta grow">{text("first.practiceHint")}</span>
      <span className="small meta" id={id} role="status">
        {blocked === null ? "" : text(blocked)}
      </span>
      <Button
        kind="primary"
        size="large"
        disabled={!(run.canStart || isBusy) || !hasFolder}
        aria-disabled={isBusy}
        aria-describedby={id}
        onClick={() => void go(firstRun.start)}
      >
        {text("first.start")}
      </Button>
    </div>
  );
}
