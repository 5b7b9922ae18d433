import { EyeOff } from "lucide-react";
import styles from "./private-sign.module.css";

/** What belongs to a private chat. */
export function PrivateSign({ words }: { readonly words: string }) {
  return (
    <span className={styles.sign}>
      <EyeOff className="icon icon-small" aria-hidden="true" />
      {words}
    </span>
  );
}
