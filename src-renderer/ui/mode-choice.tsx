import { Hand, ShieldAlert } from "lucide-react";
import type { ApprovalMode } from "../../src-preload/contract/records.ts";
import { ChoiceMenu } from "./choice-menu.tsx";
import { modeChoices } from "./modes.ts";

interface ModeChoiceProps {
  readonly label: string;
  readonly keys?: string;
  readonly mode: ApprovalMode;
  readonly onChoose: (mode: ApprovalMode) => void;
}

/** What Perch may do without asking, each with what that means; full access is told apart at a glance. */
export function ModeChoice({ mode, ...rest }: ModeChoiceProps) {
  const Icon = mode === "full" ? ShieldAlert : Hand;
  return (
    <ChoiceMenu
      {...rest}
      icon={<Icon className="icon icon-small" aria-hidden="true" />}
      value={mode}
      shown={modeChoices.find(({ value }) => value === mode)?.label ?? mode}
      isRisky={mode === "full"}
      choices={modeChoices}
    />
  );
}
