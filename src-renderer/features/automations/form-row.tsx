import type { ReactNode } from "react";
import styles from "./automations.module.css";

interface FormRowProps {
  readonly label: string;
  readonly children: ReactNode;
}

/** A field of the form below its name; the field says the name to a screen reader itself. */
export function FormRow({ label, children }: FormRowProps) {
  return (
    <div className={styles.formRow}>
      <span className="medium" aria-hidden="true">
        {label}
      </span>
      {children}
    </div>
  );
}
