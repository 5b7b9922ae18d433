import type { ReactNode } from "react";
import fieldStyles from "./field.module.css";

interface FormRowProps {
  readonly label: string;
  readonly children: ReactNode;
}

/** A field of the form below its name; the field says the name to a screen reader itself. */
export function FormRow({ label, children }: FormRowProps) {
  return (
    <div className={fieldStyles.labelled}>
      <span className="medium" aria-hidden="true">
        {label}
      </span>
      {children}
    </div>
  );
}
