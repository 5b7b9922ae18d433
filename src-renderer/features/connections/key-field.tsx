import { KeyRound, Lock } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { ProviderRow } from "../../../src-preload/contract/providers.ts";
import { usePick, useWindow } from "../../state/context.ts";
import { Button } from "../../ui/button.tsx";
import { SmallForm } from "../../ui/small-form.tsx";
import { text } from "../../ui/text.ts";
import { TextField } from "../../ui/text-field.tsx";
import { FormField } from "./form-field.tsx";
import { useKeyHint } from "./use-key-hint.ts";

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
      return text(key.place === "key-store" ? "connection.key.stored" : "connection.key.inFile");
    case "lost":
      return text("connection.key.lost");
    case "settings":
      return text("connection.key.settings");
    default: {
      const never: never = key;
      return never;
    }
  }
}

export function KeyField({ row }: { readonly row: ProviderRow }) {
  const { connections } = useWindow();
  const typing = usePick(connections.store, (state) => state.keyOf === row.name);
  const [problem, setProblem] = useState<string | null>(null);
  const hint = useKeyHint();
  const hasOwn = ["stored", "lost", "settings"].includes(row.key.kind);
  const type = (name: string | null): void => {
    setProblem(null);
    connections.typeKey(name);
  };
  const save = async (apiKey: string): Promise<void> => {
    const saved = await connections.save({ name: row.name, apiKey });
    if (saved.ok) type(null);
    else setProblem(saved.error.message);
  };
  return (
    <FormField label={text("first.key")} hint={typing || hasOwn ? hint : ""} problem={typing ? null : problem}>
      {typing ? (
        <KeyInput name={row.title} problem={problem} onSave={(key) => void save(key)} onCancel={() => type(null)} />
      ) : (
        <>
          <div className="input quiet">
            <Lock className="icon icon-small" aria-hidden="true" />
            <span>{keyWords(row)}</span>
          </div>
          <div className="row">
            <Button size="small" onClick={() => type(row.name)}>
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
  readonly problem: string | null;
  readonly onSave: (apiKey: string) => void;
  readonly onCancel: () => void;
}

function KeyInput({ name, problem, onSave, onCancel }: KeyInputProps) {
  const [key, setKey] = useState("");
  const field = useRef<HTMLInputElement>(null);
  // The person has just asked for it.
  useEffect(() => field.current?.focus(), []);
  return (
    <SmallForm canSave={key.trim() !== ""} onSave={() => onSave(key.trim())} onCancel={onCancel}>
      <TextField
        ref={field}
        label={text("connection.keyOf", { name })}
        icon={<KeyRound className="icon icon-small" aria-hidden="true" />}
        isSecret
        value={key}
        problem={problem}
        onChange={setKey}
      />
    </SmallForm>
  );
}
