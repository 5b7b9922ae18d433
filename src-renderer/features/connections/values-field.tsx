import { Pencil, Plus, X } from "lucide-react";
import { useState } from "react";
import type { AsyncResult } from "../../../src-preload/contract/result.ts";
import { hiddenValue } from "../../state/connections.ts";
import { type FormProblem, formProblem, otherProblem, problemAt } from "../../state/form-problem.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { SmallForm } from "../../ui/small-form.tsx";
import { type TextKey, text } from "../../ui/text.ts";
import { TextField } from "../../ui/text-field.tsx";
import styles from "./form.module.css";
import { FormField } from "./form-field.tsx";

/** Null: the value as it is. */
export type Values = Readonly<Record<string, string | null>>;

interface ShownValue {
  readonly name: string;
  /** Where it lies, in words; "" where that goes without saying. */
  readonly where: string;
  readonly isLost: boolean;
}

interface ValuesFieldProps {
  readonly label: string;
  readonly values: readonly ShownValue[];
  /** Its fields as the contract names them. */
  readonly fields: { readonly name: string; readonly value: string };
  readonly add: TextKey;
  /** "" for none. */
  readonly hint: string;
  /** Not shown while it is typed. */
  readonly isSecret: boolean;
  /** Names that differ only in case are one. */
  readonly ignoresCase: boolean;
  readonly onSave: (values: Values) => AsyncResult<unknown>;
}

/** Which of them is edited ("" for a new one, null for none), and what is wrong with it. */
function useEditing({ values, onSave }: Pick<ValuesFieldProps, "values" | "onSave">) {
  const [editing, setEditing] = useState<string | null>(null);
  const [problem, setProblem] = useState<FormProblem | null>(null);
  const edit = (name: string | null): void => {
    setProblem(null);
    setEditing(name);
  };
  return {
    editing,
    problem,
    edit,
    async save(change: (values: Values) => Values): Promise<void> {
      const saved = await onSave(change(Object.fromEntries(values.map(({ name }) => [name, null]))));
      if (saved.ok) edit(null);
      else setProblem(formProblem(saved.error));
    },
  };
}

/** Names with values that are not shown; one that is not touched stays as it is. */
export function ValuesField(props: ValuesFieldProps) {
  const { label, values, fields, add, hint, isSecret, ignoresCase } = props;
  const { editing, problem, edit, save } = useEditing(props);
  const names = values.map(({ name }) => name);
  const shown = editing === null ? [] : [fields.name, fields.value];
  return (
    <FormField label={label} hint={hint} problem={otherProblem(problem, shown)}>
      {names.length === 0 && editing === null ? <p className="meta">{text("connection.noHeaders")}</p> : null}
      <ul className={styles.rows}>
        {values.map((value) => (
          <ValueRow
            key={value.name}
            value={value}
            onEdit={() => edit(value.name)}
            onRemove={() => void save(({ [value.name]: _, ...rest }) => rest)}
          />
        ))}
      </ul>
      {editing === null ? (
        <Button size="small" className={styles.start} onClick={() => edit("")}>
          <Plus className="icon icon-small" aria-hidden="true" />
          {text(add)}
        </Button>
      ) : (
        <ValueForm
          key={editing}
          name={editing}
          replaced={(name) => names.find((other) => isSame(other, name, ignoresCase))}
          isSecret={isSecret}
          problems={{ name: problemAt(problem, fields.name), value: problemAt(problem, fields.value) }}
          onSave={(name, value) => void save((kept) => ({ ...kept, [name]: value }))}
          onCancel={() => edit(null)}
        />
      )}
    </FormField>
  );
}

function isSame(one: string, other: string, ignoresCase: boolean): boolean {
  return ignoresCase ? one.toLowerCase() === other.toLowerCase() : one === other;
}

interface ValueRowProps {
  readonly value: ShownValue;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
}

function ValueRow({ value: { name, where, isLost }, onEdit, onRemove }: ValueRowProps) {
  return (
    <li className={where === "" ? "row" : `row ${styles.isTall}`}>
      <span className="grow">
        <span className="mono cut block">{name}</span>
        {where === "" ? null : <small className={isLost ? "tone-failed" : ""}>{where}</small>}
      </span>
      {isLost ? null : <span className="meta">{hiddenValue}</span>}
      <IconButton size="small" label={text("connection.editHeader", { name })} onClick={onEdit}>
        <Pencil className="icon icon-small" aria-hidden="true" />
      </IconButton>
      <IconButton size="small" label={text("connection.removeHeader", { name })} onClick={onRemove}>
        <X className="icon icon-small" aria-hidden="true" />
      </IconButton>
    </li>
  );
}

interface ValueFormProps {
  /** "" for a new one. */
  readonly name: string;
  /** The one that a name would replace. */
  readonly replaced: (name: string) => string | undefined;
  readonly isSecret: boolean;
  readonly problems: { readonly name: string | null; readonly value: string | null };
  readonly onSave: (name: string, value: string) => void;
  readonly onCancel: () => void;
}

function ValueForm({ name: given, replaced: find, isSecret, problems, onSave, onCancel }: ValueFormProps) {
  const [name, setName] = useState(given);
  const [value, setValue] = useState("");
  const isNew = given === "";
  const replaced = isNew ? find(name.trim()) : undefined;
  return (
    <SmallForm
      canSave={name.trim() !== "" && value.trim() !== ""}
      onSave={() => onSave(name.trim(), value.trim())}
      onCancel={onCancel}
    >
      <TextField
        label={text("connection.headerName")}
        placeholder={text("connection.headerName")}
        value={name}
        readOnly={!isNew}
        problem={problems.name}
        onChange={setName}
      />
      {replaced === undefined ? null : (
        <small role="status">{text("connection.replacesHeader", { name: replaced })}</small>
      )}
      <TextField
        label={text("connection.headerValue")}
        placeholder={text("connection.headerValue")}
        isSecret={isSecret}
        value={value}
        problem={problems.value}
        onChange={setValue}
      />
    </SmallForm>
  );
}
