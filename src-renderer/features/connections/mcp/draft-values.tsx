import { KeyRound, Plus, X } from "lucide-react";
import { type FormProblem, problemAt } from "../../../state/form-problem.ts";
import type { DraftValue, ServerDraft } from "../../../state/mcp-draft.ts";
import { Button, IconButton } from "../../../ui/button.tsx";
import { FieldProblem } from "../../../ui/field-problem.tsx";
import { text } from "../../../ui/text.ts";
import { TextField } from "../../../ui/text-field.tsx";
import formStyles from "../form.module.css";
import styles from "./draft.module.css";
import { valueExample } from "./value-example.ts";

interface DraftValuesProps {
  readonly kind: ServerDraft["kind"];
  readonly values: readonly DraftValue[];
  readonly problem: FormProblem | null;
  /** What becomes of a value; "" before that is known. */
  readonly hint: string;
  readonly onChange: (values: readonly DraftValue[]) => void;
}

/** The variables of a command, or the headers of an address; no value is shown. */
export function DraftValues({ kind, values, problem, hint, onChange }: DraftValuesProps) {
  const isCommand = kind === "command";
  const set = (id: number, part: Partial<DraftValue>): void =>
    onChange(values.map((value) => (value.id === id ? { ...value, ...part } : value)));
  const add = (): void => {
    const id = Math.max(-1, ...values.map((value) => value.id)) + 1;
    onChange([...values, { id, isNew: true, name: "", prefix: "", value: "", hint: "" }]);
  };
  return (
    <div className={formStyles.field}>
      {values.length === 0 ? null : (
        <div className="medium">{text(isCommand ? "mcpServer.variables" : "mcpServer.headers")}</div>
      )}
      {values.map((value) => (
        <ValueFields
          key={value.id}
          value={value}
          onChange={(part) => set(value.id, part)}
          onRemove={() => onChange(values.filter(({ id }) => id !== value.id))}
        />
      ))}
      <FieldProblem words={problemAt(problem, "valueName") ?? problemAt(problem, "value")} />
      <Button kind="ghost" size="small" className={formStyles.start} onClick={add}>
        <Plus className="icon icon-small" aria-hidden="true" />
        {text(isCommand ? "mcpServer.addVariable" : "connection.addHeader")}
      </Button>
      {values.length === 0 || hint === "" ? null : <small>{hint}</small>}
    </div>
  );
}

interface ValueFieldsProps {
  readonly value: DraftValue;
  readonly onChange: (part: Partial<DraftValue>) => void;
  readonly onRemove: () => void;
}

function ValueFields({ value: { name, isNew, prefix, value, hint }, onChange, onRemove }: ValueFieldsProps) {
  const shown = name === "" ? text("connection.headerValue") : text("mcpServer.valueOf", { name });
  return (
    <div className={styles.draftValue}>
      <div className="row">
        {isNew ? (
          <TextField
            label={text("connection.headerName")}
            placeholder={text("connection.headerName")}
            value={name}
            onChange={(next) => onChange({ name: next })}
          />
        ) : (
          <span className="mono grow cut" data-tip={name}>
            {name}
          </span>
        )}
        <IconButton
          size="small"
          label={name === "" ? text("mcpServer.removeRow") : text("connection.removeHeader", { name })}
          onClick={onRemove}
        >
          <X className="icon icon-small" aria-hidden="true" />
        </IconButton>
      </div>
      <TextField
        label={shown}
        placeholder={hint === "" ? valueExample(name) : hint}
        icon={<KeyRound className="icon icon-small" aria-hidden="true" />}
        isSecret
        value={value}
        onChange={(next) => onChange({ value: next })}
      />
      {prefix === "" ? null : <small>{text("mcpServer.prefixed", { prefix: prefix.trim() })}</small>}
    </div>
  );
}
