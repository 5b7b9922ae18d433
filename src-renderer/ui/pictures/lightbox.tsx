import { ChevronLeft, ChevronRight, X, ZoomIn, ZoomOut } from "lucide-react";
import { Dialog } from "radix-ui";
import { type KeyboardEvent, useState } from "react";
import { IconButton } from "../button.tsx";
import dialogStyles from "../dialog.module.css";
import { text } from "../text.ts";
import styles from "./picture.module.css";

export interface ShownPicture {
  readonly address: string;
  readonly alt: string;
}

interface LightboxProps {
  readonly pictures: readonly ShownPicture[];
  readonly first: number;
  /** What has the focus again when it is closed. */
  readonly opener: HTMLElement | null;
  readonly onClose: () => void;
}

/** Of the natural size; null: as large as fits. */
const scales = [null, 1, 1.5, 2, 3, 4] as const;

/** Pictures over the whole window: arrows go from one to the next, plus and minus change the size, Escape closes. */
export function Lightbox({ pictures, first, opener, onClose }: LightboxProps) {
  const [at, setAt] = useState(first);
  const [size, setSize] = useState(0);
  const picture = pictures[at];
  if (picture === undefined) return null;
  const go = (by: number): void => {
    setAt((now) => (now + by + pictures.length) % pictures.length);
    setSize(0);
  };
  const zoom = (by: number): void => setSize((now) => Math.min(scales.length - 1, Math.max(0, now + by)));
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = stepOf(event.key);
    // Where a large picture is alone, the arrows scroll it.
    if (step === null || (step.what === "place" && pictures.length === 1)) return;
    event.preventDefault();
    if (step.what === "place") go(step.by);
    else zoom(step.by);
  };
  return (
    <Dialog.Root open onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}>
      <Dialog.Portal>
        <Dialog.Overlay className={dialogStyles.scrim} />
        <Dialog.Content
          className={styles.box}
          aria-describedby={undefined}
          onKeyDown={onKeyDown}
          onClick={(event) => {
            // A press beside the picture.
            if (event.target instanceof HTMLElement && "beside" in event.target.dataset) onClose();
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            opener?.focus();
          }}
        >
          <div className={styles.bar}>
            <Dialog.Title asChild>
              <h2 className="grow cut" dir="auto">
                {picture.alt}
              </h2>
            </Dialog.Title>
            <IconButton label={text("picture.smaller")} keys="−" disabled={size === 0} onClick={() => zoom(-1)}>
              <ZoomOut className="icon" aria-hidden="true" />
            </IconButton>
            <IconButton
              label={text("picture.larger")}
              keys="+"
              disabled={size === scales.length - 1}
              onClick={() => zoom(1)}
            >
              <ZoomIn className="icon" aria-hidden="true" />
            </IconButton>
            <IconButton label={text("action.close")} onClick={onClose}>
              <X className="icon" aria-hidden="true" />
            </IconButton>
          </div>
          <Stage key={picture.address} picture={picture} scale={scales[size] ?? null} />
          {pictures.length > 1 ? (
            <div className={styles.steps}>
              <div>
                <IconButton label={text("picture.before")} keys="←" onClick={() => go(-1)}>
                  <ChevronLeft className="icon" aria-hidden="true" />
                </IconButton>
                <span aria-live="polite">{text("picture.place", { at: at + 1, count: pictures.length })}</span>
                <IconButton label={text("picture.next")} keys="→" onClick={() => go(1)}>
                  <ChevronRight className="icon" aria-hidden="true" />
                </IconButton>
              </div>
            </div>
          ) : null}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

interface Step {
  readonly what: "place" | "size";
  readonly by: number;
}

function stepOf(key: string): Step | null {
  switch (key) {
    case "ArrowLeft":
      return { what: "place", by: -1 };
    case "ArrowRight":
      return { what: "place", by: 1 };
    case "+":
    case "=":
      return { what: "size", by: 1 };
    case "-":
      return { what: "size", by: -1 };
    default:
      return null;
  }
}

interface StageProps {
  readonly picture: ShownPicture;
  readonly scale: number | null;
}

/** The picture itself. */
function Stage({ picture, scale }: StageProps) {
  const [width, setWidth] = useState(0);
  return (
    <div className={styles.stage} data-beside="" tabIndex={-1}>
      <img
        src={picture.address}
        alt={picture.alt}
        data-fits={scale === null ? "" : undefined}
        style={scale === null || width === 0 ? {} : { width: width * scale }}
        onLoad={(event) => setWidth(event.currentTarget.naturalWidth)}
      />
    </div>
  );
}
