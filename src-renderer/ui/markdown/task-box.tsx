import { Check } from "lucide-react";
import { text } from "../text.ts";
import styles from "./task-box.module.css";

/** The box of a task in a list: it tells, and cannot be pressed. */
export function TaskBox({ isDone }: { readonly isDone: boolean }) {
  return (
    <span
      className={styles.box}
      role="img"
      aria-label={text(isDone ? "markdown.taskDone" : "markdown.taskOpen")}
      data-state={isDone ? "done" : "open"}
    >
      {isDone ? <Check aria-hidden="true" /> : null}
    </span>
  );
}
