import fieldStyles from "../../ui/field.module.css";

interface FieldProps {
  readonly label: string;
  readonly hint?: string;
  readonly children: React.ReactNode;
}

/** A setting: its name, a hint, and what it is set with. */
export function Field({ label, hint, children }: FieldProps) {
  return (
    <div className={fieldStyles.field}>
      <div className="grow">
        <div>{label}</div>
        {hint === undefined ? null : <div className="meta small">{hint}</div>}
      </div>
      {children}
    </div>
  );
}
