import { RotateCcw } from "lucide-react";
import type { SessionKey } from "../../../src-preload/contract/ids.ts";
import { useWindow } from "../../state/context.ts";
import { Button } from "../../ui/button.tsx";
import { Note } from "../../ui/note.tsx";
import { text } from "../../ui/text.ts";
import interruptedStyles from "./interrupted.module.css";

interface InterruptedNoteProps {
  readonly sessionKey: SessionKey;
  /** How many steps the run had begun; null where its beginning is not on this page. */
  readonly step: number | null;
}

/** What a crash left behind, and the two ways on. */
export function InterruptedNote({ sessionKey, step }: InterruptedNoteProps) {
  const { chatActs, system } = useWindow();
  return (
    <Note
      tone="needs"
      icon={RotateCcw}
      title={step === null || step === 0 ? text("chat.interrupted") : text("chat.interruptedAt", { step })}
      safe={text("trouble.kept")}
      className={interruptedStyles.interrupted}
    >
      <Button kind="ghost" size="small" onClick={() => void system.openLogs()}>
        {text("chat.seeLog")}
      </Button>
      <Button size="small" onClick={() => void chatActs.resume(sessionKey)}>
        {text("chat.resume")}
      </Button>
    </Note>
  );
}
