import { TriangleAlert } from "lucide-react";
import { Suspense, useState } from "react";
import { revealLine } from "../../../src-preload/contract/reveal-controls.ts";
import { usePick, useWindow } from "../../state/context.ts";
import type { EditedFile, KnowledgePage } from "../../state/edited-files.ts";
import { memoryFile } from "../../state/knowledge.ts";
import { Button } from "../../ui/button.tsx";
import { LazyCompare, LazyEditor } from "../../ui/monaco/lazy-editor.ts";
import noteStyles from "../../ui/note.module.css";
import { text } from "../../ui/text.ts";
import { ComparedVersion } from "./compared-version.tsx";
import { EditorBar, type EditorSide } from "./editor-bar.tsx";
import { FileLine } from "./file-line.tsx";
import { FileMarkdown } from "./file-markdown.tsx";
import styles from "./knowledge-editor.module.css";
import { ProposalStrip } from "./proposal-strip.tsx";
import { SkillBar } from "./skill-bar.tsx";

const loading: KnowledgePage = { kind: "loading" };

/** One file in the editor: saved on request, compared when the disk has another one meanwhile. */
export function KnowledgeEditor({ path }: { readonly path: string }) {
  const page = usePick(useWindow().knowledge.store, ({ pages }) => pages[path] ?? loading);
  const [side, setSide] = useState<EditorSide>("edit");
  return (
    <>
      <EditorBar path={path} page={page} side={side} onSide={setSide} />
      <FileLine path={path} page={page} />
      {page.kind !== "ready" || page.conflict === null ? null : <ConflictNote path={path} />}
      <ProblemNote path={path} />
      <SkillBar path={path} />
      {path === memoryFile ? <ProposalStrip page={page} /> : null}
      {page.kind === "failed" ? <p className={`pad ${noteStyles.failed}`}>{page.message}</p> : null}
      <EditedBody path={path} page={page} side={side} />
    </>
  );
}

interface EditedBodyProps {
  readonly path: string;
  readonly page: KnowledgePage;
  readonly side: EditorSide;
}

/** The editor stays as it is below what is shown in its place: where the caret was, and what can be undone. */
function EditedBody({ path, page, side }: EditedBodyProps) {
  const isComparing = usePick(useWindow().fileVersions.store, ({ compared }) => compared !== null);
  const edited = page.kind === "ready" ? page : null;
  const conflict = edited?.conflict ?? null;
  const isPreview = side === "preview" && conflict === null && edited !== null && !isComparing;
  return (
    <div className={styles.holder}>
      <div className={styles.editor} hidden={isComparing || isPreview}>
        <Suspense fallback={<p className="pad meta">{text("action.loading")}</p>}>
          {edited === null ? null : conflict === null ? (
            <WrittenFile path={path} edited={edited} />
          ) : (
            <LazyCompare mine={edited.words} theirs={conflict.text} />
          )}
        </Suspense>
      </div>
      {isPreview ? <FileMarkdown path={path} words={edited.words} /> : null}
      <ComparedVersion path={path} page={page} />
    </div>
  );
}

/** What keeps a file from doing what it is for. */
function ProblemNote({ path }: { readonly path: string }) {
  const problem = usePick(useWindow().knowledge.store, ({ list }) =>
    list.kind === "ready"
      ? (list.files.find((file) => file.path === path && file.kind !== "skill")?.problem ?? "")
      : "",
  );
  const warning = usePick(useWindow().profiles.store, ({ list }) =>
    list.kind === "ready" ? (list.rows.find((row) => row.path === path)?.warning ?? "") : "",
  );
  if (problem === "" && warning === "") return null;
  return (
    <p className={`${noteStyles.banner} ${problem === "" ? noteStyles.needs : noteStyles.failed}`} role="status">
      <TriangleAlert className="icon" aria-hidden="true" />
      <span className="grow">{revealLine(problem === "" ? warning : problem)}</span>
    </p>
  );
}

/** The disk has another one than was edited: the two ways on. */
function ConflictNote({ path }: { readonly path: string }) {
  const { knowledge } = useWindow();
  return (
    <div className={`${noteStyles.banner} ${noteStyles.needs}`} role="alert">
      <span className="grow">{text("knowledge.changedOnDisk")}</span>
      <Button size="small" onClick={() => knowledge.takeTheirs(path)}>
        {text("knowledge.takeTheirs")}
      </Button>
      <Button size="small" onClick={() => void knowledge.keepMine(path)}>
        {text("knowledge.keepMine")}
      </Button>
    </div>
  );
}

function WrittenFile({ path, edited }: { readonly path: string; readonly edited: EditedFile }) {
  const { knowledge } = useWindow();
  return (
    <LazyEditor
      label={path}
      initial={edited.words}
      revision={edited.revision}
      onChange={(words) => knowledge.write(path, words)}
      onSave={() => void knowledge.save(path)}
    />
  );
}
