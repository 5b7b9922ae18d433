import { useState } from "react";
import { useWindow } from "../../state/context.ts";
import type { Conflict } from "../../state/edited-files.ts";
import { pageName } from "../../state/file-tabs.ts";
import { Button } from "../../ui/button.tsx";
import noteStyles from "../../ui/note.module.css";
import { text } from "../../ui/text.ts";
import type { OpenFile } from "./open-file.ts";

interface ConflictNoteProps extends OpenFile {
  readonly conflict: Conflict;
}

/** The disk has another one than was edited, or none any more: the ways on. */
export function ConflictNote({ sessionKey, path, conflict }: ConflictNoteProps) {
  const { workFiles } = useWindow();
  const [cannotMerge, setCannotMerge] = useState(false);
  const name = pageName(sessionKey, path);
  const isGone = conflict.version === null;
  const words = isGone ? "editor.deleted" : cannotMerge ? "editor.sameLines" : "editor.changedOnDisk";
  return (
    <div className={`${noteStyles.banner} ${noteStyles.needs} ${noteStyles.hasActs}`} role="alert">
      <span className={noteStyles.words}>{text(words)}</span>
      <span className={noteStyles.acts}>
        <Button size="small" onClick={() => workFiles.takeTheirs(sessionKey, path)}>
          {text(isGone ? "editor.close" : "editor.takeTheirs")}
        </Button>
        <Button size="small" onClick={() => void workFiles.keepMine(name)}>
          {text(isGone ? "editor.saveAgain" : "editor.keepMine")}
        </Button>
        {isGone || cannotMerge ? null : (
          <Button
            size="small"
            kind="primary"
            onClick={() => void workFiles.takeBoth(name).then((isDone) => setCannotMerge(!isDone))}
          >
            {text("editor.takeBoth")}
          </Button>
        )}
      </span>
    </div>
  );
}
