import { TriangleAlert } from "lucide-react";
import { lazy, Suspense } from "react";
import { revealLine } from "../../../src-preload/contract/reveal-controls.ts";
import { OpenList } from "../../columns/open-column.tsx";
import { usePick, useWindow } from "../../state/context.ts";
import { type Conflict, type EditedFile, isUnsaved, type KnowledgePage } from "../../state/edited-files.ts";
import { tokenCount } from "../../ui/amounts.ts";
import { Button } from "../../ui/button.tsx";
import { keyWords } from "../../ui/keys.ts";
import noteStyles from "../../ui/note.module.css";
import pageStyles from "../../ui/page.module.css";
import { text } from "../../ui/text.ts";
import { isInEveryChat } from "./about-file.ts";
import styles from "./knowledge-editor.module.css";
import { SkillBar } from "./skill-bar.tsx";

const Editor = lazy(async () => ({ default: (await import("./monaco-editor.tsx")).MonacoEditor }));
const Compare = lazy(async () => ({ default: (await import("./monaco-compare.tsx")).MonacoCompare }));

const loading: KnowledgePage = { kind: "loading" };

/** One file in the editor: saved on request, compared when the disk has another one meanwhile. */
export function KnowledgeEditor({ path }: { readonly path: string }) {
  const page = usePick(useWindow().knowledge.store, ({ pages }) => pages[path] ?? loading);
  return (
    <>
      <EditorBar path={path} page={page} />
      {page.kind !== "ready" || page.conflict === null ? null : <ConflictNote path={path} />}
      <ProblemNote path={path} />
      <SkillBar path={path} />
      {page.kind === "failed" ? <p className={`pad ${noteStyles.failed}`}>{page.message}</p> : null}
      <div className={styles.editor}>
        <Suspense fallback={<p className="pad meta">{text("action.loading")}</p>}>
          {page.kind !== "ready" ? null : page.conflict === null ? (
            <WrittenFile path={path} edited={page} />
          ) : (
            <ComparedFile edited={page} conflict={page.conflict} />
          )}
        </Suspense>
      </div>
    </>
  );
}

interface EditorBarProps {
  readonly path: string;
  readonly page: KnowledgePage;
}

/** What the file is called, how long it is, and whether it is saved. */
function EditorBar({ path, page }: EditorBarProps) {
  const { knowledge } = useWindow();
  const isSaving = page.kind === "ready" && page.isSaving;
  return (
    <header className={`${pageStyles.bar} ${pageStyles.hasLine}`}>
      <OpenList />
      <h1 className="cut">{revealLine(path)}</h1>
      {isUnsaved(page) ? <span className="chip">{text("knowledge.unsaved")}</span> : null}
      <span className="grow" />
      {page.kind !== "ready" ? null : (
        <span className="meta small number cut">
          {text(isInEveryChat(path) ? "knowledge.tokensEach" : "knowledge.tokens", {
            count: tokenCount(Math.ceil(page.words.length / 3.5)),
          })}
        </span>
      )}
      <Button
        kind="primary"
        keys={keyWords("Mod+S")}
        disabled={!isUnsaved(page) || isSaving}
        onClick={() => void knowledge.save(path)}
      >
        {text("action.save")}
      </Button>
    </header>
  );
}

/** What keeps a file from doing what it is for. */
function ProblemNote({ path }: { readonly path: string }) {
  const problem = usePick(useWindow().knowledge.store, ({ list }) =>
    list.kind === "ready"
      ? (list.files.find((file) => file.path === path && file.kind !== "skill")?.problem ?? "")
      : "",
  );
  if (problem === "") return null;
  return (
    <p className={`${noteStyles.banner} ${noteStyles.failed}`} role="status">
      <TriangleAlert className="icon" aria-hidden="true" />
      <span className="grow">{problem}</span>
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
    <Editor
      label={path}
      initial={edited.words}
      revision={edited.revision}
      onChange={(words) => knowledge.write(path, words)}
      onSave={() => void knowledge.save(path)}
    />
  );
}

function ComparedFile({ edited, conflict }: { readonly edited: EditedFile; readonly conflict: Conflict }) {
  return <Compare mine={edited.words} theirs={conflict.text} />;
}
