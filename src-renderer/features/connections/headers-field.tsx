import { Pencil, Plus, X } from "lucide-react";
import { useState } from "react";
import type { ProviderRow } from "../../../src-preload/contract/providers.ts";
import { hiddenValue } from "../../state/connections.ts";
import { useWindow } from "../../state/context.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { text } from "../../ui/text.ts";
import { FormField } from "./form-field.tsx";

type Headers = Readonly<Record<string, string>>;

/** Headers that go with every request. A value is not shown; one that is not touched stays as it is. */
export function HeadersField({ row }: { readonly row: ProviderRow }) {
  const { connections, notify } = useWindow();
  const [editing, setEditing] = useState<string | null>(null);
  const names = Object.keys(row.extraHeaders);
  const save = async (change: (headers: Headers) => Headers): Promise<void> => {
    const kept = Object.fromEntries(names.map((name) => [name, hiddenValue]));
    const saved = await connections.save({ name: row.name, extraHeaders: { ...change(kept) } });
    if (saved.ok) setEditing(null);
    else notify(saved.error.message, "failed");
  };
  return (
    <FormField label={text("connection.headers")}>
      {names.length === 0 && editing === null ? <p className="meta">{text("connection.noHeaders")}</p> : null}
      <ul className="chosen-models">
        {names.map((name) => (
          <li key={name} className="row">
            <span className="mono cut grow">{name}</span>
            <span className="meta">{hiddenValue}</span>
            <IconButton size="small" label={text("connection.editHeader", { name })} onClick={() => setEditing(name)}>
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
        <Button size="small" className="start" onClick={() => setEditing("")}>
          <Plus className="i s" aria-hidden="true" />
          {text("connection.addHeader")}
        </Button>
      ) : (
        <HeaderForm
          key={editing}
          name={editing}
          onSave={(name, value) => void save((headers) => ({ ...headers, [name]: value }))}
          onCancel={() => setEditing(null)}
        />
      )}
    </FormField>
  );
}

interface HeaderFormProps {
  /** "" for a new one. */
  readonly name: string;
  readonly onSave: (name: string, value: string) => void;
  readonly onCancel: () => void;
}

function HeaderForm({ name: given, onSave, onCancel }: HeaderFormProps) {
  const [name, setName] = useState(given);
  const [value, setValue] = useState("");
  const isGood = /^[\w-]{1,100}$/.test(name.trim()) && value !== "";
  return (
    <form
      className="stack tight"
      onSubmit={(event) => {
        event.preventDefault();
        if (isGood) onSave(name.trim(), value);
      }}
    >
      <label className="input">
        <span className="sr">{text("connection.headerName")}</span>
        <input
          className="mono"
          value={name}
          readOnly={given !== ""}
          placeholder={text("connection.headerName")}
          onChange={(event) => setName(event.target.value)}
        />
      </label>
      <label className="input">
        <span className="sr">{text("connection.headerValue")}</span>
        <input
          className="mono"
          autoComplete="off"
          value={value}
          placeholder={text("connection.headerValue")}
          onChange={(event) => setValue(event.target.value)}
        />
      </label>
      <div className="row">
        <Button size="small" kind="primary" type="submit" disabled={!isGood}>
          {text("action.save")}
        </Button>
        <Button size="small" kind="ghost" onClick={onCancel}>
          {text("action.cancel")}
        </Button>
      </div>
    </form>
  );
}
