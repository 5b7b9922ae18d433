import { ImageOff } from "lucide-react";
import { type ComponentType, createContext, type ReactNode, useContext } from "react";
import { revealControls } from "../../../src-preload/contract/reveal-controls.ts";
import { Button } from "../button.tsx";
import { Picture } from "../pictures/picture.tsx";
import { text } from "../text.ts";
import styles from "./markdown-image.module.css";
import { isInlineImage } from "./safe-address.ts";

export interface LocalImageProps {
  /** As the text names it: a path, relative or absolute. */
  readonly path: string;
  readonly alt: string;
  readonly title: string;
}

/** Shows pictures that lie on this computer; handed in where there is a folder that they are read from. */
export const LocalImage = createContext<ComponentType<LocalImageProps> | null>(null);

interface MarkdownImageProps {
  readonly source: string;
  readonly alt: string;
  readonly title: string;
  readonly onOpen: (address: string) => void;
}

/**
 * An image of a message. One from elsewhere is not loaded: its address would carry what stands in the chat. It is opened in
 * the browser when the person asks for it.
 */
export function MarkdownImage({ source, alt, title, onOpen }: MarkdownImageProps) {
  const Local = useContext(LocalImage);
  if (isInlineImage(source)) return <Picture address={source} alt={alt} {...(title === "" ? {} : { title })} />;
  const host = webHost(source);
  const name = alt === "" ? text("markdown.image") : alt;
  if (host !== null) {
    return (
      <ImageChip
        words={text("markdown.remoteImage", { alt: name, host })}
        source={title === "" ? source : `${title}\n${source}`}
        act={
          <Button kind="ghost" size="small" onClick={() => onOpen(source)}>
            {text("markdown.openImage")}
          </Button>
        }
      />
    );
  }
  const path = pathOf(source);
  if (Local !== null && path !== null) return <Local path={path} alt={alt} title={title} />;
  return <ImageChip words={text("markdown.noImage", { alt: name })} source={`${title} ${source}`.trim()} />;
}

interface ImageChipProps {
  readonly words: string;
  readonly source: string;
  readonly act?: ReactNode;
}

/** What stands in the place of a picture. */
export function ImageChip({ words, source, act }: ImageChipProps) {
  return (
    <span
      className={act === undefined ? `${styles.chip} ${styles.isPlain}` : styles.chip}
      title={revealControls(source)}
    >
      <ImageOff size={14} aria-hidden="true" />
      <span dir="auto">{words}</span>
      {act}
    </span>
  );
}

function webHost(source: string): string | null {
  try {
    const url = new URL(source.startsWith("//") ? `https:${source}` : source);
    return url.protocol === "http:" || url.protocol === "https:" ? url.host : null;
  } catch {
    return null;
  }
}

/** Null for what is no path. */
function pathOf(source: string): string | null {
  const plain = source.replace(/^file:\/\/(?:localhost)?(?=\/)/i, "").replace(/[?#].*$/, "");
  if (plain === "" || /^[a-z][a-z0-9+.-]+:/i.test(plain)) return null;
  try {
    return decodeURIComponent(plain);
  } catch {
    return plain;
  }
}
