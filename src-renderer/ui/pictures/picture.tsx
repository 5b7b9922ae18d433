import { lazy, Suspense, useState } from "react";
import { text } from "../text.ts";
import type { ShownPicture } from "./lightbox.tsx";
import styles from "./picture.module.css";

const Lightbox = lazy(async () => ({ default: (await import("./lightbox.tsx")).Lightbox }));

interface PictureProps {
  /** Where its bytes are: an address of this page alone (`blob:` or `data:`). */
  readonly address: string;
  readonly alt: string;
  readonly title?: string;
  readonly width?: number;
  readonly height?: number;
  /** In place of its own look. */
  readonly className?: string | undefined;
}

/** A picture that is shown large when it is pressed, together with the others of its message. */
export function Picture({ address, alt, title, width, height, className = styles.picture }: PictureProps) {
  const [shown, setShown] = useState<{ readonly pictures: readonly ShownPicture[]; readonly at: number } | null>(null);
  const [opener, setOpener] = useState<HTMLElement | null>(null);
  const open = (button: HTMLElement): void => {
    const all = [...(button.closest("article, section, form")?.querySelectorAll("[data-picture] > img") ?? [])];
    const images = all.filter((one) => one instanceof HTMLImageElement);
    const at = images.findIndex((image) => image.parentElement === button);
    setOpener(button);
    setShown({ pictures: images.map(({ src, alt: words }) => ({ address: src, alt: words })), at });
  };
  const words = alt === "" ? text("markdown.image") : alt;
  return (
    <>
      <button
        type="button"
        className={className}
        data-picture=""
        aria-label={text("picture.enlarge", { name: words })}
        title={title}
        onClick={(event) => open(event.currentTarget)}
      >
        <img src={address} alt={words} width={width} height={height} />
      </button>
      {shown === null ? null : (
        <Suspense>
          <Lightbox pictures={shown.pictures} first={shown.at} opener={opener} onClose={() => setShown(null)} />
        </Suspense>
      )}
    </>
  );
}
