import type { ReactNode } from "react";
import type { Load } from "../../state/load.ts";
import { Button } from "../../ui/button.tsx";
import noteStyles from "../../ui/note.module.css";
import pageStyles from "../../ui/page.module.css";
import { text } from "../../ui/text.ts";

interface SideStateProps<Ready extends object> {
  readonly load: Load<Ready>;
  readonly onAgain: () => void;
  readonly isEmpty: (ready: Ready) => boolean;
  /** Shown in its place while there is nothing. */
  readonly empty: ReactNode;
  readonly children: (ready: Ready) => ReactNode;
}

/** A side of the inbox while it is read, where that failed, empty, and with what it holds. */
export function SideState<Ready extends object>({ load, onAgain, isEmpty, empty, children }: SideStateProps<Ready>) {
  if (load.kind === "ready" && isEmpty(load)) {
    return <div className={`${pageStyles.page} ${pageStyles.isCentred}`}>{empty}</div>;
  }
  return (
    <div className={pageStyles.page} aria-busy={load.kind === "loading"}>
      <div className={`${pageStyles.column} stack`}>
        <LoadFailure load={load} onAgain={onAgain} />
        {load.kind === "ready" ? children(load) : null}
      </div>
    </div>
  );
}

/** Why something could not be read, where it would stand. */
export function LoadFailure({ load, onAgain }: Pick<SideStateProps<object>, "load" | "onAgain">) {
  if (load.kind !== "failed") return null;
  return (
    <div className={noteStyles.failed} role="alert">
      <span className="grow">{load.message}</span>
      <Button size="small" onClick={onAgain}>
        {text("action.again")}
      </Button>
    </div>
  );
}
