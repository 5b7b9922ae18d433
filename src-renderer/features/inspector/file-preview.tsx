import { revealControls, revealLine } from "../../../src-preload/contract/reveal-controls.ts";
import type { FilePreview } from "../../../src-preload/contract/window.ts";
import { useWindow } from "../../state/context.ts";
import type { FileSide, FilesState } from "../../state/files.ts";
import { ErrorBoundary } from "../../ui/error-boundary.tsx";
import { Markdown } from "../../ui/markdown/markdown.tsx";
import noteStyles from "../../ui/note.module.css";
import proseStyles from "../../ui/prose.module.css";
import { Segments } from "../../ui/segments.tsx";
import { ShownLines } from "../../ui/shown-lines.tsx";
import { type TextKey, text } from "../../ui/text.ts";
import styles from "./file-preview.module.css";

const sides: readonly (readonly [FileSide, TextKey])[] = [
  ["change", "files.change"],
  ["file", "files.whole"],
];

interface FilePreviewProps extends NonNullable<FilesState["chosen"]> {
  /** What this chat changed in it last; null where it did not. */
  readonly change: string | null;
}

/** The file that is looked at: what this chat changed in it, and all of it. */
export function FilePreviewPane({ path, shown, side, change }: FilePreviewProps) {
  const { files } = useWindow();
  return (
    <section className={styles.preview} aria-label={text("files.preview", { path })}>
      <div className={styles.head}>
        <span className="mono small cut grow">{revealLine(path)}</span>
        {change === null ? null : (
          <Segments
            label={text("files.side")}
            value={side}
            choices={sides}
            onChoose={(next) => files.choose(path, next)}
          />
        )}
      </div>
      {change !== null && side === "change" ? (
        <div className={styles.body} tabIndex={-1}>
          <ShownLines body={change} bodyKind="diff" first={200} last={20} />
        </div>
      ) : (
        <FileBody path={path} shown={shown} />
      )}
    </section>
  );
}

function FileBody({ path, shown }: Pick<FilePreviewProps, "path" | "shown">) {
  return (
    <div className={styles.body} tabIndex={0}>
      {shown.kind === "loading" ? <p className="meta">{text("action.loading")}</p> : null}
      {shown.kind === "failed" ? <p className={noteStyles.failed}>{shown.message}</p> : null}
      {shown.kind === "ready" ? (
        <ErrorBoundary
          resetKey={path}
          {...(shown.preview.kind === "text" ? { source: revealControls(shown.preview.text) } : {})}
        >
          <PreviewBody preview={shown.preview} path={path} />
        </ErrorBoundary>
      ) : null}
    </div>
  );
}

function PreviewBody({ preview, path }: { readonly preview: FilePreview; readonly path: string }) {
  switch (preview.kind) {
    case "text":
      return (
        <>
          {/\.(md|markdown)$/i.test(path) ? (
            <div className={proseStyles.prose}>
              <Markdown text={preview.text} onOpen={() => undefined} />
            </div>
          ) : (
            <pre>{revealControls(preview.text)}</pre>
          )}
          {preview.truncated ? <p className="meta small">{text("files.truncated")}</p> : null}
        </>
      );
    case "image":
      return <img src={`data:${preview.mediaType};base64,${preview.base64}`} alt={revealLine(path)} />;
    case "pdf":
      return <pre>{revealControls(preview.text)}</pre>;
    case "too-large":
      return <p className="meta">{text("files.tooLarge", { most: Math.floor(preview.most / 1024 / 1024) })}</p>;
    case "binary":
      return <p className="meta">{text("files.binary")}</p>;
    default: {
      const never: never = preview;
      return never;
    }
  }
}
