import { Dialog } from "radix-ui";
import { revealLine } from "../../../src-preload/contract/reveal-controls.ts";
import { usePick, useWindow } from "../../state/context.ts";
import { Button } from "../../ui/button.tsx";
import dialogStyles from "../../ui/dialog.module.css";
import { DialogHead } from "../../ui/dialog-head.tsx";
import { Modal } from "../../ui/modal.tsx";
import { text } from "../../ui/text.ts";

/** Asked where a file is closed with words that are not saved. */
export function ClosingDialog() {
  const { workFiles } = useWindow();
  const closing = usePick(workFiles.store, (state) => state.closing);
  return (
    <Modal isOpen={closing !== null} onClose={workFiles.stay} className={dialogStyles.isSmall} isDescribed>
      <DialogHead title={text("editor.closeTitle")} onClose={workFiles.stay} />
      <div className={dialogStyles.body}>
        <Dialog.Description className="dim">
          {text("editor.closeWords", { path: revealLine(closing?.path ?? "") })}
        </Dialog.Description>
      </div>
      {closing === null ? null : (
        <div className={dialogStyles.foot}>
          <Button kind="ghost" onClick={workFiles.stay}>
            {text("action.cancel")}
          </Button>
          <Button kind="danger" onClick={() => workFiles.discard(closing.key, closing.path)}>
            {text("editor.discard")}
          </Button>
          <Button kind="primary" onClick={() => void workFiles.saveAndClose(closing.key, closing.path)}>
            {text("action.save")}
          </Button>
        </div>
      )}
    </Modal>
  );
}
