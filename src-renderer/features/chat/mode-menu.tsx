import type { SessionKey } from "../../../src-preload/contract/ids.ts";
import { usePick, useWindow } from "../../state/context.ts";
import { keyWords } from "../../ui/keys.ts";
import { ModeChoice } from "../../ui/mode-choice.tsx";
import { modeChoices } from "../../ui/modes.ts";
import { text } from "../../ui/text.ts";

/** What Perch may do in this chat without asking. */
export function ModeMenu({ sessionKey }: { readonly sessionKey: SessionKey }) {
  const state = useWindow();
  const own = usePick(state.chat.store, (chat) => (chat.kind === "open" ? chat.facts.mode : null));
  const byDefault = usePick(state.agent.store, (agent) => agent.settings?.approvals.mode ?? "ask");
  const mode = own ?? byDefault;
  return (
    <>
      <ModeChoice
        label={text("composer.mode")}
        keys={keyWords("Alt+M")}
        mode={mode}
        onChoose={(chosen) => void state.chatActs.update(sessionKey, { mode: chosen })}
      />
      {/* The key changes it while the focus is elsewhere. */}
      <span className="screen-reader" role="status">
        {text("palette.mode", { mode: modeChoices.find(({ value }) => value === mode)?.label ?? mode })}
      </span>
    </>
  );
}
