import { ArrowLeft, X } from "lucide-react";
import type { KeyboardEvent } from "react";
import { usePick, useWindow } from "../../state/context.ts";
import type { Sought } from "../../state/sought-message.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { keyWords } from "../../ui/keys.ts";
import { type TextKey, text } from "../../ui/text.ts";
import styles from "./sought-bar.module.css";

const words: Readonly<Record<Exclude<Sought["kind"], "none">, TextKey | null>> = {
  seeking: "sought.seeking",
  shown: null,
  "other-branch": "sought.otherBranch",
  gone: "sought.gone",
};

/** Over a chat that was gone to from what was found: the way back, and what stands between the reader and the message. */
export function SoughtBar() {
  const { soughtMessage } = useWindow();
  const sought = usePick(soughtMessage.store, (state) => state);
  const { kind } = sought;
  if (kind === "none" || (kind === "shown" && sought.isAsked)) return null;
  const leave = sought.isAsked ? soughtMessage.close : soughtMessage.back;
  const said = words[kind];
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    leave();
  };
  return (
    <div className={styles.bar} role="group" aria-label={text("sought.title")} onKeyDown={onKeyDown}>
      {sought.isAsked ? null : (
        <Button kind="ghost" size="small" data-tip-keys={keyWords("Escape")} onClick={soughtMessage.back}>
          <ArrowLeft className="icon icon-small" aria-hidden="true" />
          {text("sought.back")}
        </Button>
      )}
      <span className={`${styles.words} meta small`} role="status">
        {said === null ? "" : text(said)}
      </span>
      {kind === "other-branch" ? (
        <Button size="small" onClick={() => void soughtMessage.showBranch()}>
          {text("sought.showBranch")}
        </Button>
      ) : null}
      <IconButton size="small" label={text("action.close")} onClick={soughtMessage.close}>
        <X className="icon icon-small" aria-hidden="true" />
      </IconButton>
    </div>
  );
}
