import type { ReactNode } from "react";
import { FieldProblem } from "../../ui/field-problem.tsx";
import styles from "./form.module.css";

interface FormFieldProps {
  readonly label: string;
  /** "" for none. */
  readonly hint?: string;
  /** What is wrong with the whole of it; null where nothing is. */
  readonly problem?: string | null;
  readonly children: ReactNode;
}

/** A named field of the right column with a word below it. */
export function FormField({ label, hint = "", problem = null, children }: FormFieldProps) {
  return (
    <div className={styles.field}>
      <div className="medium">{label}</div>
      {children}
      <FieldProblem words={problem} />
      {hint === "" ? null : <small>{hint}</small>}
    </div>
  );
}
