import { text } from "../../ui/text.ts";
import styles from "./approval-card.module.css";
import type { Reason } from "./use-reason.ts";

/** Why not: words beside the buttons, and a field once somebody comes to them. */
export function ReasonField({ words, onWrite }: Reason) {
  return (
    <label className={words === "" ? styles.reason : `${styles.reason} ${styles.isWritten}`}>
      <span className="screen-reader">{text("approval.note")}</span>
      <input value={words} onChange={(event) => onWrite(event.target.value)} placeholder={text("approval.note")} />
    </label>
  );
}
