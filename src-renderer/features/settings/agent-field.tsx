import { useEffect } from "react";
import { usePick, useWindow } from "../../state/context.ts";
import { AgentChoice } from "../../ui/agent-choice.tsx";
import { text } from "../../ui/text.ts";
import { Field } from "./field.tsx";

interface AgentFieldProps {
  /** Null: Perch as it is. */
  readonly chosen: string | null;
  readonly onChoose: (name: string | null) => void;
}

/** Who works in new chats; nothing where there is nobody but Perch. */
export function AgentField({ chosen, onChoose }: AgentFieldProps) {
  const { profiles } = useWindow();
  const rows = usePick(profiles.store, ({ usable }) => usable);
  useEffect(() => profiles.want(), [profiles]);
  if (rows.length === 0 && chosen === null) return null;
  return (
    <Field label={text("settings.agent")} hint={text("settings.agentHint")}>
      <AgentChoice label={text("settings.agent")} rows={rows} chosen={chosen} onChoose={onChoose} />
    </Field>
  );
}
