import { ChevronRight } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import styles from "./disclosure.module.css";

interface DisclosureProps {
  readonly label: string;
  /** What it is about, where several have the same label; for a screen reader. */
  readonly of?: string;
  readonly children: ReactNode;
}

/** What few people want to see: folded, with a word that says what it is. */
export function Disclosure({ label, of, children }: DisclosureProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <div className={styles.disclosure}>
      <button
        type="button"
        className={styles.head}
        aria-label={of === undefined ? undefined : `${label}: ${of}`}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <ChevronRight className="icon icon-small" aria-hidden="true" />
        {label}
      </button>
      <div id={id} hidden={!isOpen}>
        {isOpen ? children : null}
      </div>
    </div>
  );
}
