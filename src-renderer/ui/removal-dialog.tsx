import { Dialog } from "radix-ui";
import { type ReactNode, useState } from "react";
import { Button } from "./button.tsx";
import dialogStyles from "./dialog.module.css";
import { DialogHead } from "./dialog-head.tsx";
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
    <Dialog.Root open={isOpen} onOpenChange={(next) => (next ? undefined : onClose())}>
      <Dialog.Portal>
        <Dialog.Overlay className={dialogStyles.scrim} />
        <Dialog.Content className={`${dialogStyles.dialog} ${dialogStyles.isSmall}`}>
          <DialogHead title={title} onClose={onClose} />
          {children}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

interface RemovalBodyProps {
  /** What goes, in a sentence. */
  readonly words: string;
  /** What is wrong already; null where nothing is. */
  readonly problem?: string | null;
  readonly canRemove?: boolean;
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
          {text("queue.remove")}
        </Button>
      </div>
    </>
  );
}
