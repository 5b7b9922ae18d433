import { Dialog } from "radix-ui";
import { Button } from "../../ui/button.tsx";
import dialogStyles from "../../ui/dialog.module.css";
import { DialogHead } from "../../ui/dialog-head.tsx";
import { Modal } from "../../ui/modal.tsx";
import { text } from "../../ui/text.ts";

interface RestoreDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onRestore: () => void;
}

/** Asked where something was typed and not saved: it becomes a version first. */
export function RestoreDialog({ isOpen, onClose, onRestore }: RestoreDialogProps) {
  return (
    <Modal isOpen={isOpen} onClose={onClose} className={dialogStyles.isSmall} isDescribed>
      <DialogHead title={text("knowledge.restoreTitle")} onClose={onClose} />
      <div className={dialogStyles.body}>
        <Dialog.Description className="dim">{text("knowledge.restoreUnsaved")}</Dialog.Description>
      </div>
      <div className={dialogStyles.foot}>
        <Button kind="ghost" onClick={onClose}>
          {text("action.cancel")}
        </Button>
        <Button kind="primary" onClick={onRestore}>
          {text("knowledge.saveAndRestore")}
        </Button>
      </div>
    </Modal>
  );
}
