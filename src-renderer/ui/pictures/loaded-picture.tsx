import type { ViewedFile } from "../file-view.tsx";
import { ImageChip } from "../markdown/markdown-image.tsx";
import { text } from "../text.ts";
import styles from "./picture.module.css";
import { Picture } from "./picture.tsx";
import { useBlobAddress } from "./use-blob-address.ts";

/** What became of reading a file that is shown. */
type ViewedLoad =
  | { readonly kind: "loading" }
  | { readonly kind: "failed"; readonly message: string }
  | { readonly kind: "ready"; readonly file: ViewedFile };

interface LoadedPictureProps {
  readonly load: ViewedLoad;
  readonly path: string;
  readonly alt: string;
  readonly title: string;
}

/** A picture of this computer in a text, once it was read; else why there is none. */
export function LoadedPicture({ load, path, alt, title }: LoadedPictureProps) {
  const bytes = load.kind === "ready" && "bytes" in load.file ? load.file.bytes : null;
  const address = useBlobAddress(bytes);
  const name = alt === "" ? path : alt;
  if (load.kind === "failed")
    return <ImageChip words={text("picture.missing", { name, reason: load.message })} source={path} />;
  if (load.kind === "ready" && bytes === null) {
    const isLarge = load.file.kind === "too-large";
    const reason = isLarge ? text("picture.tooLarge") : text("picture.noPicture");
    return <ImageChip words={text("picture.missing", { name, reason })} source={path} />;
  }
  if (address === null)
    return <span className={styles.waiting} role="img" aria-label={text("picture.loading", { name })} />;
  return <Picture address={address} alt={name} {...(title === "" ? {} : { title })} />;
}
