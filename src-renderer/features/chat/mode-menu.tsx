import { Hand } from "lucide-react";
import type { SessionKey } from "../../../src-preload/contract/ids.ts";
import { approvalModeSchema } from "../../../src-preload/contract/records.ts";
import { usePick, useWindow } from "../../state/context.ts";
import { ChoiceMenu } from "../../ui/choice-menu.tsx";
import { text } from "../../ui/text.ts";

const modeChoices = [
  { value: "ask", label: text("mode.ask") },
  { value: "accept-edits", label: text("mode.acceptEdits") },
  { value: "plan", label: text("mode.plan") },
  { value: "full", label: text("mode.full") },
] as const;

export function ModeMenu({ sessionKey }: { readonly sessionKey: SessionKey }) {
  const state = useWindow();
  const own = usePick(state.chat.store, (chat) => (chat.kind === "open" ? chat.facts.mode : null));
  const byDefault = usePick(state.agent.store, (agent) => agent.settings?.approvals.mode ?? "ask");
  const mode = own ?? byDefault;
  const shown = modeChoices.find((choice) => choice.value === mode)?.label ?? mode;
  return (
    <ChoiceMenu
      label={text("composer.mode")}
      icon={<Hand className="icon icon-small" aria-hidden="true" />}
      value={mode}
      shown={shown}
      choices={modeChoices}
      onChoose={(value) => {
        const chosen = approvalModeSchema.safeParse(value);
        if (chosen.success) void state.chatActs.update(sessionKey, { mode: chosen.data });
      }}
    />
  );
}
