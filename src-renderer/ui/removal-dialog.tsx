import { Dialog } from "radix-ui";
import { type ReactNode, useState } from "react";
import { Button } from "./button.tsx";
import dialogStyles from "./dialog.module.css";
import { DialogHead } from "./dialog-head.tsx";
import { Modal } from "./modal.tsx";
import noteStyles from "./note.module.css";
import { text } from "./text.ts";

interface RemovalDialogProps {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** Made anew each time it is opened. */
  readonly children: ReactNode;
}

/** Asks before something goes that cannot be brought back. */
export function RemovalDialog({ title, isOpen, onClose, children }: RemovalDialogProps) {
  return (
    <Modal isOpen={isOpen} onClose={onClose} className={dialogStyles.isSmall} isDescribed>
      <DialogHead title={title} onClose={onClose} />
      {children}
    </Modal>
  );
}

interface RemovalBodyProps {
  /** What goes, in a sentence. */
  readonly words: string;
  /** What is wrong already; null where nothing is. */
  readonly problem?: string | null;
  readonly canRemove?: boolean;
  /** On the button, where it is no "Remove". */
  readonly act?: string;
  /** What is wrong, in words; null once it is gone. */
  readonly onRemove: () => Promise<string | null>;
  readonly onClose: () => void;
  readonly children?: ReactNode;
}

/** What goes along, and the two ways out. */
export function RemovalBody({
  words,
  problem = null,
  canRemove = true,
  act = text("queue.remove"),
  onRemove,
  onClose,
  children,
}: RemovalBodyProps) {
  const [refused, setRefused] = useState<string | null>(null);
  const wrong = refused ?? problem;
  return (
    <>
      <div className={`${dialogStyles.body} stack`}>
        <Dialog.Description className="dim">{words}</Dialog.Description>
        {children}
        {wrong === null ? null : (
          <p className={noteStyles.failed} role="alert">
            {wrong}
          </p>
        )}
      </div>
      <div className={dialogStyles.foot}>
        <Button kind="ghost" onClick={onClose}>
          {text("action.cancel")}
        </Button>
        <Button kind="danger" disabled={!canRemove} onClick={() => void onRemove().then(setRefused)}>
          {act}
        </Button>
      </div>
    </>
  );
}
