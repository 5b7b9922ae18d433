import { ChevronDown } from "lucide-react";
import type { ReactNode } from "react";
import styles from "./select.module.css";

interface SelectProps {
  readonly label: string;
  readonly value: string;
  /** For what is a name of a program and no word. */
  readonly isMono?: boolean;
  readonly onChoose: (value: string) => void;
  /** Its options. */
  readonly children: ReactNode;
}

/** One of a long list: the browser's own menu in the window's own box. */
export function Select({ label, value, isMono = false, onChoose, children }: SelectProps) {
  return (
    <span className={styles.select}>
      <select
        className={isMono ? "mono" : ""}
        aria-label={label}
        value={value}
        onChange={(event) => onChoose(event.target.value)}
      >
        {children}
      </select>
      <ChevronDown className="icon icon-small" aria-hidden="true" />
    </span>
  );
}
