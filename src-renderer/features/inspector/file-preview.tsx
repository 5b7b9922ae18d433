import type { SessionKey } from "../../../src-preload/contract/ids.ts";
import { revealControls, revealLine } from "../../../src-preload/contract/reveal-controls.ts";
import { usePick, useWindow } from "../../state/context.ts";
import type { FilesState } from "../../state/files.ts";
import { useOpenAddress } from "../../state/use-open-address.ts";
import { useShownFile } from "../../state/use-shown-file.ts";
import { ErrorBoundary } from "../../ui/error-boundary.tsx";
import { FileView } from "../../ui/file-view.tsx";
import { ImageChip, LocalImage, type LocalImageProps } from "../../ui/markdown/markdown-image.tsx";
import noteStyles from "../../ui/note.module.css";
import { LoadedPicture } from "../../ui/pictures/loaded-picture.tsx";
import { text } from "../../ui/text.ts";
import styles from "./file-preview.module.css";

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

/** The file that is looked at. */
export function FilePreviewPane({ path, shown }: NonNullable<FilesState["chosen"]>) {
  const open = useOpenAddress();
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
            <LocalImage value={FolderImage}>
              <FileView file={shown.preview} path={path} onOpen={open} />
            </LocalImage>
          </ErrorBoundary>
        ) : null}
      </div>
    </section>
  );
}
