import type { ReadOnlyReason, WorkFile } from "../../../src-preload/contract/files.ts";
import { revealLine } from "../../../src-preload/contract/reveal-controls.ts";
import { usePick, useWindow } from "../../state/context.ts";
import { type EditedPage, isUnsaved } from "../../state/edited-files.ts";
import { pageName } from "../../state/file-tabs.ts";
import { Button } from "../../ui/button.tsx";
import { keyWords } from "../../ui/keys.ts";
import pageStyles from "../../ui/page.module.css";
import { Segments } from "../../ui/segments.tsx";
import { type TextKey, text } from "../../ui/text.ts";
import type { OpenFile } from "./open-file.ts";

/** How a Markdown file is shown. */
export type FileSide = "edit" | "preview";

const sides: readonly (readonly [FileSide, TextKey])[] = [
  ["edit", "editor.edit"],
  ["preview", "editor.preview"],
];

const readOnlyWords: Readonly<Record<ReadOnlyReason, TextKey>> = {
  system: "editor.readOnlySystem",
  damaged: "editor.readOnlyDamaged",
  "too-large": "editor.readOnlyLarge",
};

interface FileBarProps extends OpenFile {
  readonly page: EditedPage<WorkFile>;
  readonly side: FileSide;
  readonly onSide: (side: FileSide) => void;
}

/** What the file is called, how it stands, and what can be done with it. */
export function FileBar({ sessionKey, path, page, side, onSide }: FileBarProps) {
  const { workFiles } = useWindow();
  const name = pageName(sessionKey, path);
  const isCompared = usePick(workFiles.store, ({ compared }) => compared.has(name));
  const edited = page.kind === "ready" ? page : null;
  const isText = edited !== null && edited.file.preview === null;
  const unsaved = isUnsaved(page);
  const isFree = isText && edited.conflict === null;
  return (
    <header className={`${pageStyles.bar} ${pageStyles.canWrap}`}>
      <span className="mono small cut">{revealLine(path)}</span>
      <FileState page={page} />
      <span className="grow" />
      {isFree && /\.(md|markdown)$/i.test(path) ? (
        <Segments label={text("editor.sides")} value={side} choices={sides} onChoose={onSide} />
      ) : null}
      {isFree && side === "edit" && (unsaved || isCompared) ? (
        <Button aria-pressed={isCompared} onClick={() => workFiles.compare(name, !isCompared)}>
          {text(isCompared ? "editor.toEditor" : "editor.showChanges")}
        </Button>
      ) : null}
      {isFree && edited.file.readOnly === null ? (
        <Button
          kind="primary"
          keys={keyWords("Mod+S")}
          disabled={!unsaved || edited.isSaving}
          onClick={() => void workFiles.save(name)}
        >
          {text("action.save")}
        </Button>
      ) : null}
    </header>
  );
}

/** Whether it is saved, can be, or was read anew. */
function FileState({ page }: { readonly page: EditedPage<WorkFile> }) {
  if (page.kind !== "ready") return null;
  const { file, revision, conflict } = page;
  if (file.readOnly !== null) return <span className="meta small">{text(readOnlyWords[file.readOnly])}</span>;
  if (isUnsaved(page)) return <span className="chip">{text("editor.unsaved")}</span>;
  return (
    <span className="meta small" role="status">
      {revision > 0 && conflict === null ? text("editor.readAnew") : ""}
    </span>
  );
}
