import { KeyRound, Lock } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { ProviderRow } from "../../../src-preload/contract/providers.ts";
import { usePick, useWindow } from "../../state/context.ts";
import { Button } from "../../ui/button.tsx";
import { text } from "../../ui/text.ts";
import { FormField } from "./form-field.tsx";

/** Where the key comes from, in words. The key itself is never shown. */
function keyWords({ key }: ProviderRow): string {
  switch (key.kind) {
    case "none":
      return text("connection.key.none");
    case "not-needed":
      return text("connection.key.notNeeded");
    case "environment":
      return text("connection.key.environment", { variable: key.variable });
    case "stored":
      return text("connection.key.stored");
    case "settings":
      return text("connection.key.settings");
    default: {
      const never: never = key;
      return never;
    }
  }
}

export function KeyField({ row }: { readonly row: ProviderRow }) {
  const { connections, notify } = useWindow();
  const typing = usePick(connections.store, (state) => state.keyOf === row.name);
  const hasOwn = row.key.kind === "stored" || row.key.kind === "settings";
  const save = async (apiKey: string): Promise<void> => {
    const saved = await connections.save({ name: row.name, apiKey });
    if (saved.ok) connections.typeKey(null);
    else notify(saved.error.message, "failed");
  };
  return (
    <FormField label={text("first.key")} hint={typing || hasOwn ? text("connection.keyHint") : ""}>
      {typing ? (
        <KeyInput name={row.title} onSave={save} onCancel={() => connections.typeKey(null)} />
      ) : (
        <>
          <div className="input quiet">
            <Lock className="i s" aria-hidden="true" />
            <span className="cut">{keyWords(row)}</span>
          </div>
          <div className="row">
            <Button size="small" onClick={() => connections.typeKey(row.name)}>
              {text(hasOwn ? "connection.replaceKey" : "connection.setKey")}
            </Button>
            {hasOwn ? (
              <Button kind="ghost" size="small" onClick={() => void save("")}>
                {text("connection.removeKey")}
              </Button>
            ) : null}
          </div>
        </>
      )}
    </FormField>
  );
}

interface KeyInputProps {
  readonly name: string;
  readonly onSave: (apiKey: string) => Promise<void>;
  readonly onCancel: () => void;
}

function KeyInput({ name, onSave, onCancel }: KeyInputProps) {
  const [key, setKey] = useState("");
  const field = useRef<HTMLInputElement>(null);
  // The person has just asked for it.
  useEffect(() => field.current?.focus(), []);
  return (
    <form
      className="stack tight"
      onSubmit={(event) => {
        event.preventDefault();
        if (key.trim() !== "") void onSave(key.trim());
      }}
    >
      <label className="input">
        <KeyRound className="i s" aria-hidden="true" />
        <input
          ref={field}
          type="password"
          autoComplete="off"
          aria-label={text("connection.keyOf", { name })}
          value={key}
          onChange={(event) => setKey(event.target.value)}
        />
      </label>
      <div className="row">
        <Button size="small" kind="primary" type="submit" disabled={key.trim() === ""}>
          {text("action.save")}
        </Button>
        <Button size="small" kind="ghost" onClick={onCancel}>
          {text("action.cancel")}
        </Button>
      </div>
    </form>
  );
}
