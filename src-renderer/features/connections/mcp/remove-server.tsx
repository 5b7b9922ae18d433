import { Dialog } from "radix-ui";
import { useState } from "react";
import type { McpServerRow } from "../../../../src-preload/contract/mcp.ts";
import { useWindow } from "../../../state/context.ts";
import { Button } from "../../../ui/button.tsx";
import { DialogHead } from "../../../ui/dialog-head.tsx";
import { text } from "../../../ui/text.ts";

interface RemoveServerProps {
  readonly row: McpServerRow;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Values that are gone cannot be brought back: this asks. */
export function RemoveServer({ row, isOpen, onClose }: RemoveServerProps) {
  return (
    <Dialog.Root open={isOpen} onOpenChange={(next) => (next ? undefined : onClose())}>
      <Dialog.Portal>
        <Dialog.Overlay className="scrim" />
        <Dialog.Content className="dialog small">
          <DialogHead title={text("connection.removeTitle", { name: row.name })} onClose={onClose} />
          <RemoveBody row={row} onClose={onClose} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function RemoveBody({ row, onClose }: Pick<RemoveServerProps, "row" | "onClose">) {
  const { mcpServers, place } = useWindow();
  const [problem, setProblem] = useState<string | null>(null);
  const names = row.values.map(({ name }) => name).join(", ");
  const remove = async (): Promise<void> => {
    const refused = await mcpServers.remove(row.name);
    if (refused !== null) return setProblem(refused);
    onClose();
    place.go({ name: "connections", shown: null });
  };
  return (
    <>
      <div className="in stack">
        <Dialog.Description className="dim">
          {text(row.target.kind === "command" ? "mcpServer.removeCommand" : "mcpServer.removeAddress")}
        </Dialog.Description>
        {names === "" ? null : <p className="breaks">{text("mcpServer.removeValues", { names })}</p>}
        {problem === null ? null : (
          <p className="note fail" role="alert">
            {problem}
          </p>
        )}
      </div>
      <div className="foot">
        <Button kind="ghost" onClick={onClose}>
          {text("action.cancel")}
        </Button>
        <Button kind="danger" onClick={() => void remove()}>
          {text("queue.remove")}
        </Button>
      </div>
    </>
  );
}
