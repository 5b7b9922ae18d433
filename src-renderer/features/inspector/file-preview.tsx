import type { SessionKey } from "../../../src-preload/contract/ids.ts";
import { revealControls, revealLine } from "../../../src-preload/contract/reveal-controls.ts";
import { usePick, useWindow } from "../../state/context.ts";
import type { FileSide, FilesState } from "../../state/files.ts";
import { useOpenAddress } from "../../state/use-open-address.ts";
import { useShownFile } from "../../state/use-shown-file.ts";
import { changeLines } from "../../ui/change-lines.ts";
import { ErrorBoundary } from "../../ui/error-boundary.tsx";
import { FileView } from "../../ui/file-view.tsx";
import { ImageChip, LocalImage, type LocalImageProps } from "../../ui/markdown/markdown-image.tsx";
import noteStyles from "../../ui/note.module.css";
import { LoadedPicture } from "../../ui/pictures/loaded-picture.tsx";
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

/** A picture that a file names beside itself. */
function FolderImage({ path, ...image }: LocalImageProps) {
  const { key, chosen } = usePick(useWindow().files.store, (state) => state);
  if (key === null || chosen === null)
    return <ImageChip words={text("markdown.noImage", { alt: image.alt })} source={path} />;
  const folder = path.startsWith("/") ? "" : chosen.path.slice(0, chosen.path.lastIndexOf("/") + 1);
  return <PreviewImage sessionKey={key} path={`${folder}${path}`} {...image} />;
}

function PreviewImage({ sessionKey, ...image }: LocalImageProps & { readonly sessionKey: SessionKey }) {
  const load = useShownFile(sessionKey, image.path);
  return <LoadedPicture load={load} {...image} />;
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
          <ShownLines body={changeLines(change)} bodyKind="diff" first={200} last={20} />
        </div>
      ) : (
        <FileBody path={path} shown={shown} />
      )}
    </section>
  );
}

function FileBody({ path, shown }: Pick<FilePreviewProps, "path" | "shown">) {
  const open = useOpenAddress();
  return (
    <div className={styles.body} tabIndex={0}>
      {shown.kind === "loading" ? <p className="meta">{text("action.loading")}</p> : null}
      {shown.kind === "failed" ? <p className={noteStyles.failed}>{shown.message}</p> : null}
      {shown.kind === "ready" ? (
        <ErrorBoundary
          resetKey={path}
          {...(shown.preview.kind === "text" ? { source: revealControls(shown.preview.text) } : {})}
        >
          <LocalImage value={FolderImage}>
            <FileView file={shown.preview} path={path} onOpen={open} />
          </LocalImage>
        </ErrorBoundary>
      ) : null}
    </div>
  );
}
