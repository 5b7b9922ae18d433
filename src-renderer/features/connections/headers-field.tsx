import { Pencil, Plus, X } from "lucide-react";
import { useState } from "react";
import type { ProviderRow } from "../../../src-preload/contract/providers.ts";
import { hiddenValue } from "../../state/connections.ts";
import { useWindow } from "../../state/context.ts";
import { type FormProblem, formProblem, otherProblem, problemAt } from "../../state/form-problem.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { SmallForm } from "../../ui/small-form.tsx";
import { text } from "../../ui/text.ts";
import { TextField } from "../../ui/text-field.tsx";
import { FormField } from "./form-field.tsx";

type Headers = Readonly<Record<string, string>>;

const fields = ["headerName", "headerValue"];

/** Headers that go with every request. A value is not shown; one that is not touched stays as it is. */
export function HeadersField({ row }: { readonly row: ProviderRow }) {
  const { connections } = useWindow();
  const [editing, setEditing] = useState<string | null>(null);
  const [problem, setProblem] = useState<FormProblem | null>(null);
  const names = Object.keys(row.extraHeaders);
  const edit = (name: string | null): void => {
    setProblem(null);
    setEditing(name);
  };
  const save = async (change: (headers: Headers) => Headers): Promise<void> => {
    const kept = Object.fromEntries(names.map((name) => [name, hiddenValue]));
    const saved = await connections.save({ name: row.name, extraHeaders: { ...change(kept) } });
    if (saved.ok) edit(null);
    else setProblem(formProblem(saved.error));
  };
  return (
    <FormField label={text("connection.headers")} problem={otherProblem(problem, editing === null ? [] : fields)}>
      {names.length === 0 && editing === null ? <p className="meta">{text("connection.noHeaders")}</p> : null}
      <ul className="chosen-models">
        {names.map((name) => (
          <li key={name} className="row">
            <span className="mono cut grow">{name}</span>
            <span className="meta">{hiddenValue}</span>
            <IconButton size="small" label={text("connection.editHeader", { name })} onClick={() => edit(name)}>
              <Pencil className="i s" aria-hidden="true" />
            </IconButton>
            <IconButton
              size="small"
              label={text("connection.removeHeader", { name })}
              onClick={() => void save(({ [name]: _, ...rest }) => rest)}
            >
              <X className="i s" aria-hidden="true" />
            </IconButton>
          </li>
        ))}
      </ul>
      {editing === null ? (
        <Button size="small" className="start" onClick={() => edit("")}>
          <Plus className="i s" aria-hidden="true" />
          {text("connection.addHeader")}
        </Button>
      ) : (
        <HeaderForm
          key={editing}
          name={editing}
          names={names}
          problem={problem}
          onSave={(name, value) => void save((headers) => ({ ...headers, [name]: value }))}
          onCancel={() => edit(null)}
        />
      )}
    </FormField>
  );
}

interface HeaderFormProps {
  /** "" for a new one. */
  readonly name: string;
  /** Those that are there. */
  readonly names: readonly string[];
  readonly problem: FormProblem | null;
  readonly onSave: (name: string, value: string) => void;
  readonly onCancel: () => void;
}

function HeaderForm({ name: given, names, problem, onSave, onCancel }: HeaderFormProps) {
  const [name, setName] = useState(given);
  const [value, setValue] = useState("");
  const isNew = given === "";
  const replaced = isNew ? names.find((other) => isSameHeader(other, name.trim())) : undefined;
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
        problem={problemAt(problem, "headerName")}
        onChange={setName}
      />
      {replaced === undefined ? null : (
        <small role="status">{text("connection.replacesHeader", { name: replaced })}</small>
      )}
      <TextField
        label={text("connection.headerValue")}
        placeholder={text("connection.headerValue")}
        value={value}
        problem={problemAt(problem, "headerValue")}
        onChange={setValue}
      />
    </SmallForm>
  );
}

/** Names that differ only in case are one header. */
function isSameHeader(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
