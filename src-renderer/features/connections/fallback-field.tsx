import { X } from "lucide-react";
import { useState } from "react";
import { usePick, useWindow } from "../../state/context.ts";
import { IconButton } from "../../ui/button.tsx";
import { Select } from "../../ui/select.tsx";
import { text } from "../../ui/text.ts";
import styles from "./form.module.css";
import { FormField } from "./form-field.tsx";

/** What is asked when the default fails, in this order. */
export function FallbackField() {
  const { agent } = useWindow();
  const [problem, setProblem] = useState<string | null>(null);
  const defaults = usePick(agent.store, (state) => state.settings?.agents.defaults);
  const known = usePick(agent.store, (state) => state.models);
  const chosen = defaults?.fallbackModels ?? [];
  const left = known.filter((id) => !chosen.includes(id) && id !== defaults?.model);
  const keep = async (fallbackModels: readonly string[]): Promise<void> => {
    setProblem(await agent.update({ agents: { defaults: { fallbackModels } } }));
  };
  return (
    <FormField label={text("connection.ifItFails")} hint={text("connection.fallbackHint")} problem={problem}>
      {chosen.length === 0 ? null : (
        <ol className={styles.rows} aria-label={text("connection.ifItFails")}>
          {chosen.map((id) => (
            <li key={id} className="row">
              <span className="mono cut grow">{id}</span>
              <IconButton
                size="small"
                label={text("connection.notFallbackOf", { model: id })}
                onClick={() => void keep(chosen.filter((other) => other !== id))}
              >
                <X className="icon icon-small" aria-hidden="true" />
              </IconButton>
            </li>
          ))}
        </ol>
      )}
      <Select label={text("connection.addFallback")} value="" onChoose={(id) => void keep([...chosen, id])}>
        <option value="">{text(chosen.length === 0 ? "connection.noFallback" : "connection.addFallback")}</option>
        {left.map((id) => (
          <option key={id}>{id}</option>
        ))}
      </Select>
    </FormField>
  );
}
