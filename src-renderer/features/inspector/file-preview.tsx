import { revealControls, revealLine } from "../../../src-preload/contract/reveal-controls.ts";
import type { FilePreview } from "../../../src-preload/contract/window.ts";
import type { FilesState } from "../../state/files.ts";
import { ErrorBoundary } from "../../ui/error-boundary.tsx";
import { Markdown } from "../../ui/markdown/markdown.tsx";
import noteStyles from "../../ui/note.module.css";
import proseStyles from "../../ui/prose.module.css";
import { text } from "../../ui/text.ts";
import styles from "./file-preview.module.css";

/** The file that is looked at. */
export function FilePreviewPane({ path, shown }: NonNullable<FilesState["chosen"]>) {
  return (
    <section className={styles.preview} aria-label={text("files.preview", { path })}>
      <div className={`${styles.head} mono small`}>{revealLine(path)}</div>
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
    </section>
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
