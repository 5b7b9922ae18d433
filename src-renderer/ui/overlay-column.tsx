import { Dialog } from "radix-ui";
import type { MouseEvent, ReactNode } from "react";
import { giveFocusBack, rememberFocus } from "./focus-back.ts";
import styles from "./overlay-column.module.css";

interface OverlayColumnProps {
  /** What it is called as a dialog. */
  readonly label: string;
  /** Which side of the sheet it lies on. */
  readonly at: "start" | "end";
  /** It lies over the sheet; else it stands where it is drawn. */
  readonly isOver: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A side column. Where there is no room beside the sheet it lies over it, until Escape, a press beside it or a link in it. */
export function OverlayColumn({ label, at, isOver, onClose, children }: OverlayColumnProps) {
  if (!isOver) return children;
  return (
    <Dialog.Root open onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}>
      <Dialog.Portal>
        <Dialog.Overlay className={styles.scrim} />
        <Dialog.Content
          className={styles.column}
          data-at={at}
          aria-label={label}
          aria-describedby={undefined}
          onClick={(event) => (at === "start" && isFollowed(event) ? onClose() : undefined)}
          onOpenAutoFocus={rememberFocus}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            giveFocusBack();
          }}
        >
          {children}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** A link that goes somewhere, if only to where the window is. */
function isFollowed({ target, ctrlKey, metaKey, shiftKey }: MouseEvent): boolean {
  return !(ctrlKey || metaKey || shiftKey) && target instanceof Element && target.closest("a[href]") !== null;
}
