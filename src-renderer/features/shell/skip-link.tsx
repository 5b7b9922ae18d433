import { focusPage } from "../../ui/focus-back.ts";
import { text } from "../../ui/text.ts";
import styles from "./skip-link.module.css";

/** The first stop of Tab: past the rail and the list. */
export function SkipLink() {
  return (
    <button type="button" className={`button ${styles.skip}`} onClick={focusPage}>
      {text("keys.skip")}
    </button>
  );
}
