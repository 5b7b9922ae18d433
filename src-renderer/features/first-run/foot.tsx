import { useId } from "react";
import { usePick, useWindow } from "../../state/context.ts";
import { Button } from "../../ui/button.tsx";
import { text } from "../../ui/text.ts";
import styles from "./first-run.module.css";
import type { ShownRun } from "./use-first-run.ts";

/** The two ways on; where one is closed, why. */
export function Foot({ run }: { readonly run: ShownRun }) {
  const { firstRun, defaultFolder } = useWindow();
  const id = useId();
  const folder = usePick(defaultFolder.store, ({ kind }) => kind);
  const hasFolder = folder === "kept" || folder === "looking";
  const { isBusy } = run;
  /** A folder that is still looked at may turn out to be none. */
  const go = async (begin: () => Promise<void>): Promise<void> => {
    if (!isBusy && (await defaultFolder.settled())) await begin();
  };
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
