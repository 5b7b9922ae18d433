import { KeyRound } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { McpServerRow } from "../../../../src-preload/contract/mcp.ts";
import { useWindow } from "../../../state/context.ts";
import cardStyles from "../../../ui/card.module.css";
import { SmallForm } from "../../../ui/small-form.tsx";
import { text } from "../../../ui/text.ts";
import { TextField } from "../../../ui/text-field.tsx";
import connectionStyles from "../connection.module.css";
import { FormField } from "../form-field.tsx";
import styles from "./connection-card.module.css";
import { useValueHint } from "./use-value-hint.ts";
import { valueExample } from "./value-example.ts";

interface MissingValueProps {
  readonly row: McpServerRow;
  /** Of the variable or the header. */
  readonly name: string;
  readonly onDone: () => void;
}

/** The one value that a server says is missing; the others stay as they are. */
export function MissingValue({ row, name, onDone }: MissingValueProps) {
  const { mcpServers } = useWindow();
  const [value, setValue] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const hint = useValueHint();
  const field = useRef<HTMLInputElement>(null);
  // The person has just asked for it.
  useEffect(() => field.current?.focus(), []);
  const save = async (): Promise<void> => {
    const kept = Object.fromEntries(row.values.map((one) => [one.name, null]));
    const saved = await mcpServers.saveValues(row.name, { ...kept, [name]: value.trim() });
    if (saved.ok) onDone();
    else setProblem(saved.error.message);
  };
  return (
    <div className={`${cardStyles.body} ${connectionStyles.cardBody} ${styles.missing}`}>
      <FormField label={name} hint={hint}>
        <SmallForm canSave={value.trim() !== ""} onSave={() => void save()} onCancel={onDone}>
          <TextField
            ref={field}
            label={text("mcpServer.valueOf", { name })}
            icon={<KeyRound className="icon icon-small" aria-hidden="true" />}
            placeholder={valueExample(name)}
            isSecret
            value={value}
            problem={problem}
            onChange={setValue}
          />
        </SmallForm>
      </FormField>
    </div>
  );
}
