import { Mic } from "lucide-react";
import type { SessionKey } from "../../../src-preload/contract/ids.ts";
import { usePick, useWindow } from "../../state/context.ts";
import { isBusy } from "../../state/recorder-state.ts";
import { IconButton } from "../../ui/button.tsx";
import { text } from "../../ui/text.ts";
import styles from "./voice-line.module.css";

/** Begins to listen, and ends it. What stands in the way is said in the line above. */
export function RecordButton({ sessionKey }: { readonly sessionKey: SessionKey }) {
  const { recorder } = useWindow();
  const state = usePick(recorder.store, (now) => now);
  const isHere = state.kind !== "idle" && state.sessionKey === sessionKey;
  const isRecording = state.kind === "recording" && isHere;
  const isElsewhere = isBusy(state) && !isHere;
  const label = text(isElsewhere ? "voice.elsewhere" : isRecording ? "voice.finish" : "voice.dictate");
  return (
    <IconButton
      label={label}
      className={isRecording ? styles.isOn : ""}
      aria-pressed={isRecording}
      disabled={isBusy(state) && !isRecording}
      onClick={() => void recorder.press(sessionKey)}
    >
      <Mic className="icon" aria-hidden="true" />
    </IconButton>
  );
}
