import { Paperclip } from "lucide-react";
import { text } from "../../ui/text.ts";
import styles from "./drop-target.module.css";

/** Lies over the sheet while files are dragged over the window: wherever they fall, they are attached. */
export function DropTarget() {
  return (
    <div className={styles.target} role="status">
      <div className={styles.words}>
        <Paperclip className="icon" aria-hidden="true" />
        {text("composer.dropHere")}
      </div>
    </div>
  );
}
