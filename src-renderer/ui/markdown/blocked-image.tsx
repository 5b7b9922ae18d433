import { ImageOff } from "lucide-react";
import { revealLine } from "../../../src-preload/contract/reveal-controls.ts";
import { text } from "../text.ts";
import styles from "./blocked-image.module.css";
import { isInlineImage } from "./safe-address.ts";

interface BlockedImageProps {
  readonly source: string;
  readonly alt: string;
}

/** An image of a message. One from elsewhere is not loaded: its address would carry what stands in the chat. */
export function BlockedImage({ source, alt }: BlockedImageProps) {
  if (isInlineImage(source)) return <img src={source} alt={alt} />;
  return (
    <span className={styles.blockedImage} title={revealLine(source)}>
      <ImageOff size={14} aria-hidden="true" />
      {text("markdown.blockedImage", { alt: alt === "" ? text("markdown.image") : alt, host: hostOf(source) })}
    </span>
  );
}

function hostOf(source: string): string {
  try {
    return new URL(source).host;
  } catch {
    return source.slice(0, 60);
  }
}
