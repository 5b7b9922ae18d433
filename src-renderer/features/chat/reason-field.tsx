import type { KeyboardEvent } from "react";
import { isComposing } from "../../ui/keys.ts";
import { text } from "../../ui/text.ts";
import styles from "./approval-card.module.css";
import type { Reason } from "./use-reason.ts";

interface ReasonFieldProps extends Reason {
  readonly onDeny: () => void;
}

/** Why not: words beside the buttons, and a field once somebody comes to them. Enter denies for that reason. */
export function ReasonField({ words, onWrite, onDeny }: ReasonFieldProps) {
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== "Enter" || words.trim() === "" || isComposing(event.nativeEvent)) return;
    event.preventDefault();
    onDeny();
  };
  return (
    <label className={words === "" ? styles.reason : `${styles.reason} ${styles.isWritten}`}>
      <span className="screen-reader">{text("approval.note")}</span>
      <input
        value={words}
        onChange={(event) => onWrite(event.target.value)}
        onKeyDown={onKeyDown}
        placeholder={text("approval.note")}
      />
    </label>
  );
}
