import type { SessionKey } from "../../../src-preload/contract/ids.ts";
import { useWindow } from "../../state/context.ts";
import { keyWords } from "../../ui/keys.ts";
import { ModeChoice } from "../../ui/mode-choice.tsx";
import { modeChoices } from "../../ui/modes.ts";
import { text } from "../../ui/text.ts";
import { useMode } from "./use-mode.ts";

/** What Perch may do in this chat without asking. */
export function ModeMenu({ sessionKey }: { readonly sessionKey: SessionKey }) {
  const state = useWindow();
  const mode = useMode();
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
