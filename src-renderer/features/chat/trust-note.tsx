import { FolderLock } from "lucide-react";
import { usePick, useWindow } from "../../state/context.ts";
import { useShownPath } from "../../state/use-shown-path.ts";
import { Button } from "../../ui/button.tsx";
import { Note } from "../../ui/note.tsx";
import { text } from "../../ui/text.ts";
import interruptedStyles from "./interrupted.module.css";
import { useMode } from "./use-mode.ts";

/** Asks once whether what lies in the work folder may tell Perch what to do: where something does, or commands would run. */
export function TrustNote() {
  const { folderTrust } = useWindow();
  const shown = useShownPath();
  const { look, left } = usePick(folderTrust.store, (state) => state);
  const mode = useMode();
  if (look === null || look.isTrusted || left.includes(look.folder)) return null;
  // In auto it decides whether commands ask.
  if ((look.found.length === 0 || look.isDeclined) && mode !== "auto") return null;
  const folder = shown(look.folder);
  const cause = look.found.length === 0 ? "" : text("folderTrust.found", { names: look.found.join(", ") });
  return (
    <Note
      tone="needs"
      icon={FolderLock}
      label={text("folderTrust.title", { folder })}
      title={text("folderTrust.title", { folder })}
      cause={`${text("folderTrust.words")} ${cause}`}
      className={interruptedStyles.interrupted}
    >
      <Button kind="ghost" size="small" onClick={() => void folderTrust.leave(look.folder)}>
        {text("trust.later")}
      </Button>
      <Button size="small" onClick={() => void folderTrust.trust(look.folder)}>
        {text("trust.yes")}
      </Button>
    </Note>
  );
}
