import { Hand, ShieldAlert } from "lucide-react";
import type { SessionKey } from "../../../src-preload/contract/ids.ts";
import { usePick, useWindow } from "../../state/context.ts";
import { ChoiceMenu } from "../../ui/choice-menu.tsx";
import { keyWords } from "../../ui/keys.ts";
import { offeredModes } from "../../ui/modes.ts";
import { text } from "../../ui/text.ts";

const modeChoices = offeredModes.map(({ mode, label, words }) => ({
  value: mode,
  label: text(label),
  words: text(words),
  isRisky: mode === "full",
}));

/** What Perch may do in this chat without asking; full access is told apart at a glance. */
export function ModeMenu({ sessionKey }: { readonly sessionKey: SessionKey }) {
  const state = useWindow();
  const own = usePick(state.chat.store, (chat) => (chat.kind === "open" ? chat.facts.mode : null));
  const byDefault = usePick(state.agent.store, (agent) => agent.settings?.approvals.mode ?? "ask");
  const mode = own ?? byDefault;
  const shown = modeChoices.find((choice) => choice.value === mode)?.label ?? mode;
  const Icon = mode === "full" ? ShieldAlert : Hand;
  return (
    <>
      <ChoiceMenu
        label={text("composer.mode")}
        keys={keyWords("Alt+M")}
        icon={<Icon className="icon icon-small" aria-hidden="true" />}
        value={mode}
        shown={shown}
        isRisky={mode === "full"}
        choices={modeChoices}
        onChoose={(value) => {
          const chosen = offeredModes.find((offered) => offered.mode === value);
          if (chosen !== undefined) void state.chatActs.update(sessionKey, { mode: chosen.mode });
        }}
      />
      {/* The key changes it while the focus is elsewhere. */}
      <span className="screen-reader" role="status">
        {text("palette.mode", { mode: shown })}
      </span>
    </>
  );
}
