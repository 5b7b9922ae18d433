import { type KeyboardEvent, Suspense, useState } from "react";
import type { WorkFile } from "../../../src-preload/contract/files.ts";
import { usePick, useWindow } from "../../state/context.ts";
import { type EditedFile, type EditedPage, isUnsaved } from "../../state/edited-files.ts";
import { pageName } from "../../state/file-tabs.ts";
import { useOpenAddress } from "../../state/use-open-address.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorBoundary } from "../../ui/error-boundary.tsx";
import { FileView } from "../../ui/file-view.tsx";
import { hasMod } from "../../ui/keys.ts";
import { LazyCompare, LazyEditor } from "../../ui/monaco/lazy-editor.ts";
import noteStyles from "../../ui/note.module.css";
import { text } from "../../ui/text.ts";
import { ConflictNote } from "./conflict-note.tsx";
import { FileBar, type FileSide } from "./file-bar.tsx";
import styles from "./file-page.module.css";
import { filePanel } from "./file-tabs.tsx";
import type { OpenFile } from "./open-file.ts";

const loading: EditedPage<WorkFile> = { kind: "loading" };

/** One open file: edited, compared where the disk has another one, or shown where it is no text. */
export function FilePage({ sessionKey, path }: OpenFile) {
  const { workFiles } = useWindow();
  const name = pageName(sessionKey, path);
  const page = usePick(workFiles.store, ({ pages }) => pages[name] ?? loading);
  const [side, setSide] = useState<FileSide>("edit");
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.defaultPrevented) return;
    const isSave = hasMod(event) && !event.shiftKey && !event.altKey && event.key.toLowerCase() === "s";
    // Escape is no stop of the run here.
    if (!isSave && event.key !== "Escape") return;
    event.preventDefault();
    if (isSave && isUnsaved(page)) void workFiles.save(name);
  };
  return (
    <section className={styles.page} role="tabpanel" id={filePanel} aria-label={path} onKeyDown={onKeyDown}>
      <FileBar sessionKey={sessionKey} path={path} page={page} side={side} onSide={setSide} />
      {page.kind === "ready" && page.conflict !== null ? (
        <ConflictNote sessionKey={sessionKey} path={path} conflict={page.conflict} />
      ) : null}
      <div className={styles.body}>
        {page.kind === "loading" ? <p className="pad meta">{text("action.loading")}</p> : null}
        {page.kind === "failed" ? (
          <div className={`${noteStyles.banner} ${noteStyles.failed}`} role="alert">
            <span className="grow">{page.message}</span>
            <Button size="small" onClick={() => void workFiles.again(name)}>
              {text("action.again")}
            </Button>
          </div>
        ) : null}
        {page.kind === "ready" ? (
          <ErrorBoundary resetKey={name}>
            <FileBody name={name} path={path} edited={page} side={side} />
          </ErrorBoundary>
        ) : null}
      </div>
    </section>
  );
}

interface FileBodyProps {
  readonly name: string;
  readonly path: string;
  readonly edited: EditedFile<WorkFile>;
  readonly side: FileSide;
}

function FileBody({ name, path, edited, side }: FileBodyProps) {
  const { workFiles } = useWindow();
  const isCompared = usePick(workFiles.store, ({ compared }) => compared.has(name));
  const open = useOpenAddress();
  const { file, words, conflict, revision } = edited;
  const write = (typed: string): void => workFiles.write(name, typed);
  if (file.preview !== null) return <Shown path={path} file={file.preview} onOpen={open} />;
  if (conflict !== null && conflict.version !== null) {
    return (
      <Suspense fallback={<p className="pad meta">{text("action.loading")}</p>}>
        <LazyCompare mine={words} theirs={conflict.text} file={path} revision={revision} onChange={write} />
      </Suspense>
    );
  }
  const isPreview = side === "preview";
  const shown = { kind: "text", text: words, truncated: false, size: file.size } as const;
  // The editor stays as it is below what is shown in its place: where the caret was, and what can be undone.
  return (
    <Suspense fallback={<p className="pad meta">{text("action.loading")}</p>}>
      <div className={styles.editor} hidden={isPreview || isCompared}>
        <LazyEditor
          label={path}
          file={path}
          isReadOnly={file.readOnly !== null}
          initial={words}
          revision={revision}
          onChange={write}
          onSave={() => void workFiles.save(name)}
        />
      </div>
      {isPreview ? <Shown path={path} file={shown} onOpen={open} /> : null}
      {isCompared && !isPreview ? (
        <div className={styles.editor}>
          <LazyCompare mine={words} theirs={file.text} file={path} />
        </div>
      ) : null}
    </Suspense>
  );
}

function Shown(props: Parameters<typeof FileView>[0]) {
  return (
    // It scrolls; the keyboard must reach it.
    <section className={styles.shown} aria-label={text("files.preview", { path: props.path })} tabIndex={0}>
      <FileView {...props} />
    </section>
  );
}
