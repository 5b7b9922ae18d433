import { revealLine } from "../../../src-preload/contract/reveal-controls.ts";
import { OpenList, OpenRight } from "../../columns/open-column.tsx";
import { usePick, useWindow } from "../../state/context.ts";
import { isUnsaved, type KnowledgePage } from "../../state/edited-files.ts";
import { Button } from "../../ui/button.tsx";
import { keyWords } from "../../ui/keys.ts";
import pageStyles from "../../ui/page.module.css";
import { Segments } from "../../ui/segments.tsx";
import { type TextKey, text } from "../../ui/text.ts";

/** How a file is shown. */
export type EditorSide = "edit" | "preview";

const sides: readonly (readonly [EditorSide, TextKey])[] = [
  ["edit", "knowledge.edit"],
  ["preview", "knowledge.preview"],
];

interface EditorBarProps {
  readonly path: string;
  readonly page: KnowledgePage;
  readonly side: EditorSide;
  readonly onSide: (side: EditorSide) => void;
}

/** What the file is called, how it is shown, and whether it is saved. */
export function EditorBar({ path, page, side, onSide }: EditorBarProps) {
  const { knowledge, fileVersions, preferences } = useWindow();
  const details = usePick(preferences, (state) => state.details);
  const isSaving = page.kind === "ready" && page.isSaving;
  return (
    <header className={`${pageStyles.bar} ${pageStyles.hasLine} ${pageStyles.canWrap}`}>
      <OpenList />
      <h1 className="cut">{revealLine(path)}</h1>
      {isUnsaved(page) ? <span className="chip">{text("knowledge.unsaved")}</span> : null}
      <span className="grow" />
      <Segments
        label={text("knowledge.sides")}
        value={side}
        choices={sides}
        onChoose={(next) => {
          fileVersions.leave();
          onSide(next);
        }}
      />
      <Button
        kind="primary"
        keys={keyWords("Mod+S")}
        disabled={!isUnsaved(page) || isSaving}
        onClick={() => void knowledge.save(path)}
      >
        {text("action.save")}
      </Button>
      {details ? null : <OpenRight label={text("knowledge.openVersions")} column="details" />}
    </header>
  );
}
