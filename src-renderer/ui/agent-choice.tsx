import { Bot } from "lucide-react";
import type { ProfileRow } from "../../src-preload/contract/profiles.ts";
import { ChoiceMenu } from "./choice-menu.tsx";
import { text } from "./text.ts";

/** Stands for no profile among names of profiles, which are never empty. */
const none = "";

interface AgentChoiceProps {
  readonly label: string;
  /** Those that can be chosen. */
  readonly rows: readonly ProfileRow[];
  /** Null: Perch as it is. */
  readonly chosen: string | null;
  readonly onChoose: (name: string | null) => void;
}

/** Who works in place of Perch as it is, each with what it is for. */
export function AgentChoice({ label, rows, chosen, onChoose }: AgentChoiceProps) {
  // One that is gone can still be left.
  const gone = chosen === null || rows.some(({ name }) => name === chosen) ? [] : [{ name: chosen, description: "" }];
  const choices = [
    { value: none, label: text("chat.agentNone"), words: text("chat.agentNoneHint") },
    ...[...rows, ...gone].map(({ name, description }) => ({ value: name, label: name, words: description })),
  ];
  return (
    <ChoiceMenu
      label={label}
      icon={<Bot className="icon icon-small" aria-hidden="true" />}
      value={chosen ?? none}
      shown={chosen ?? text("chat.agentNone")}
      choices={choices}
      onChoose={(name) => onChoose(name === none ? null : name)}
    />
  );
}
