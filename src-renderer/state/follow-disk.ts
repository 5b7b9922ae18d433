import { createCrossings } from "./crossing.ts";
import { type EditorPages, type FileSource, isClean, shownAnew, type TextOnDisk } from "./edited-files.ts";

/**
 * Looks what the disk has of a file that is open. Where nothing is unsaved it is shown; where something is, it is a conflict. A
 * file that is gone is one too, for it can be saved again.
 */
export function createDiskFollower<File extends TextOnDisk>(pages: EditorPages<File>, source: FileSource<File>) {
  const looking = createCrossings<string>();
  return async (name: string): Promise<void> => {
    if (pages.editedFile(name) === null) return;
    const came = await looking.of(name).ask(() => source.read(name));
    const now = pages.editedFile(name);
    // A save that is on tells by itself what it finds.
    if (came === null || now === null || now.isSaving) return;
    const { answer } = came;
    if (!answer.ok) {
      if (answer.error.code === "not-found") pages.edit(name, { conflict: { text: "", version: null } });
      return;
    }
    const file = answer.value;
    const isSame = file.version === now.file.version;
    if (isSame && now.conflict === null) return;
    if (isSame || file.text === now.words) return pages.edit(name, { file, conflict: null });
    const isGoneAgain = now.conflict?.version === null && now.words === now.file.text;
    if (isClean(now) || isGoneAgain) return pages.set(name, { kind: "ready", ...shownAnew(now, file) });
    if (now.conflict?.version !== file.version) {
      pages.edit(name, { conflict: { text: file.text, version: file.version } });
    }
  };
}
