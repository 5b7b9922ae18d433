import { revealControls, revealLine } from "../../src-preload/contract/reveal-controls.ts";
import type { FilePreview } from "../../src-preload/contract/window.ts";
import { directionOfLines } from "./direction.ts";
import styles from "./file-view.module.css";
import { Markdown } from "./markdown/markdown.tsx";
import { Picture } from "./pictures/picture.tsx";
import { useBlobAddress } from "./pictures/use-blob-address.ts";
import { previewText } from "./preview-text.ts";
import proseStyles from "./prose.module.css";
import { text } from "./text.ts";

/** What is shown of a file; a picture as it is told, or as its bytes. */
export type ViewedFile = FilePreview | { readonly kind: "image"; readonly bytes: Blob };

interface FileViewProps {
  readonly file: ViewedFile;
  readonly path: string;
  readonly onOpen: (address: string) => void;
}

/** A file as far as a person wants to see it. */
export function FileView({ file, path, onOpen }: FileViewProps) {
  return (
    <div className={styles.view}>
      <Body file={file} path={path} onOpen={onOpen} />
    </div>
  );
}

function Body({ file, path, onOpen }: FileViewProps) {
  switch (file.kind) {
    case "text":
      return (
        <>
          {/\.(md|markdown)$/i.test(path) ? (
            <div className={proseStyles.prose}>
              <Markdown text={previewText(file.text)} onOpen={onOpen} />
            </div>
          ) : (
            <pre>{revealControls(file.text)}</pre>
          )}
          {file.truncated ? <p className="meta small">{text("files.truncated")}</p> : null}
        </>
      );
    case "image":
      if ("bytes" in file) return <ImageBody bytes={file.bytes} path={path} />;
      return <Picture address={`data:${file.mediaType};base64,${file.base64}`} alt={revealLine(path)} />;
    case "pdf":
      return <pre dir={directionOfLines(file.text)}>{revealControls(file.text)}</pre>;
    case "too-large":
      return <p className="meta">{text("files.tooLarge", { most: Math.floor(file.most / 1024 / 1024) })}</p>;
    case "binary":
      return <p className="meta">{text("files.binary")}</p>;
    default: {
      const never: never = file;
      return never;
    }
  }
}

function ImageBody({ bytes, path }: { readonly bytes: Blob; readonly path: string }) {
  const address = useBlobAddress(bytes);
  return address === null ? null : <Picture address={address} alt={revealLine(path)} />;
}
