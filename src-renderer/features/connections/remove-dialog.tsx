import { Dialog } from "radix-ui";
import type { ProviderRow } from "../../../src-preload/contract/providers.ts";
import { useWindow } from "../../state/context.ts";
import { Button } from "../../ui/button.tsx";
import { text } from "../../ui/text.ts";

interface RemoveDialogProps {
  readonly row: ProviderRow;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** A key that is gone cannot be brought back: this asks. */
export function RemoveDialog({ row, isOpen, onClose }: RemoveDialogProps) {
  const { connections, notify, place } = useWindow();
  const remove = async (): Promise<void> => {
    const problem = await connections.remove(row.name);
    onClose();
    if (problem !== null) notify(problem, "failed");
    // What is not set up is in the list while it is looked at.
    else place.go({ name: "connections", provider: null });
  };
  return (
    <Dialog.Root open={isOpen} onOpenChange={(next) => (next ? undefined : onClose())}>
      <Dialog.Portal>
        <Dialog.Overlay className="scrim" />
        <Dialog.Content className="dialog small">
          <div className="head">
            <Dialog.Title asChild>
              <h2>{text("connection.removeTitle", { name: row.title })}</h2>
            </Dialog.Title>
          </div>
          <Dialog.Description className="in dim">{text("connection.removeWords")}</Dialog.Description>
          <div className="foot">
            <Button kind="ghost" onClick={onClose}>
              {text("action.cancel")}
            </Button>
            <Button kind="danger" onClick={() => void remove()}>
              {text("queue.remove")}
            </Button>
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
