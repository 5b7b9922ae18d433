import type { ReactNode } from "react";

interface FormFieldProps {
  readonly label: string;
  /** "" for none. */
  readonly hint?: string;
  readonly children: ReactNode;
}

/** A named field of the right column with a word below it. */
export function FormField({ label, hint = "", children }: FormFieldProps) {
  return (
    <div className="form-field">
      <div className="b5">{label}</div>
      {children}
      {hint === "" ? null : <small>{hint}</small>}
    </div>
  );
}
