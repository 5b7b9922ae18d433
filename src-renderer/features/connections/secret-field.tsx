import { KeyRound, Lock } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { SmallForm } from "../../ui/small-form.tsx";
import { text } from "../../ui/text.ts";
import { TextField } from "../../ui/text-field.tsx";
import { FormField } from "./form-field.tsx";

interface SecretFieldProps {
  readonly label: string;
  /** Of the line in which it is typed. */
  readonly inputLabel: string;
  /** Where it lies, in words. It itself is never shown. */
  readonly place: string;
  /** Where one goes that is entered now; "" for nothing. */
  readonly hint: string;
  /** There is one that can be replaced and removed. */
  readonly hasOwn: boolean;
  /** It is being typed; left out, the field knows by itself. */
  readonly typing?: { readonly isOn: boolean; readonly set: (isOn: boolean) => void };
  /** "" takes it away. What is wrong, in words; null where it is kept. */
  readonly onSave: (key: string) => Promise<string | null>;
}

/** A key: where it lies, and a line to enter another one. */
export function SecretField({ label, inputLabel, place, hint, hasOwn, typing, onSave }: SecretFieldProps) {
  const [own, setOwn] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const { isOn, set } = typing ?? { isOn: own, set: setOwn };
  const type = (next: boolean): void => {
    setProblem(null);
    set(next);
  };
  const save = async (key: string): Promise<void> => {
    const wrong = await onSave(key);
    if (wrong === null) type(false);
    else setProblem(wrong);
  };
  return (
    <FormField label={label} hint={isOn || hasOwn ? hint : ""} problem={isOn ? null : problem}>
      {isOn ? (
        <SecretInput
          label={inputLabel}
          problem={problem}
          onSave={(key) => void save(key)}
          onCancel={() => type(false)}
        />
      ) : (
        <>
          <div className="input quiet">
            <Lock className="icon icon-small" aria-hidden="true" />
            <span>{place}</span>
          </div>
          <div className="row">
            <Button size="small" onClick={() => type(true)}>
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

interface SecretInputProps {
  readonly label: string;
  readonly problem: string | null;
  readonly onSave: (key: string) => void;
  readonly onCancel: () => void;
}

function SecretInput({ label, problem, onSave, onCancel }: SecretInputProps) {
  const [key, setKey] = useState("");
  const field = useRef<HTMLInputElement>(null);
  // The person has just asked for it.
  useEffect(() => field.current?.focus(), []);
  return (
    <SmallForm canSave={key.trim() !== ""} onSave={() => onSave(key.trim())} onCancel={onCancel}>
      <TextField
        ref={field}
        label={label}
        icon={<KeyRound className="icon icon-small" aria-hidden="true" />}
        isSecret
        value={key}
        problem={problem}
        onChange={setKey}
      />
    </SmallForm>
  );
}
