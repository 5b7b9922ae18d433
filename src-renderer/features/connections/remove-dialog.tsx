import { useEffect, useState } from "react";
import type { ProviderRow, ProviderUses } from "../../../src-preload/contract/providers.ts";
import { useWindow } from "../../state/context.ts";
import { Bones } from "../../ui/bones.tsx";
import { RemovalBody, RemovalDialog } from "../../ui/removal-dialog.tsx";
import { text } from "../../ui/text.ts";
import { RemovalEffects } from "./removal-effects.tsx";

interface RemoveDialogProps {
  readonly row: ProviderRow;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** A key that is gone cannot be brought back, and models may go with it: this asks. */
export function RemoveDialog({ row, isOpen, onClose }: RemoveDialogProps) {
  return (
    <RemovalDialog title={text("connection.removeTitle", { name: row.title })} isOpen={isOpen} onClose={onClose}>
      <RemoveBody row={row} onClose={onClose} />
    </RemovalDialog>
  );
}

/** The first that is no practice is offered; none is a choice too. */
function likeliest({ others }: ProviderUses): string {
  return others.find((id) => id !== "practice/practice") ?? "";
}

function RemoveBody({ row, onClose }: Pick<RemoveDialogProps, "row" | "onClose">) {
  const { connections, place } = useWindow();
  const hasKey = row.key.kind === "stored" || row.key.kind === "settings";
  const [uses, setUses] = useState<ProviderUses | null>(null);
  const [next, setNext] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    void connections.uses(row.name).then((told) => {
      if (!told.ok) return setProblem(told.error.message);
      setNext(likeliest(told.value));
      setUses(told.value);
    });
  }, [connections, row.name]);
  const remove = async (): Promise<string | null> => {
    if (uses === null) return null;
    const isNeeded = uses.defaultModel !== null && next !== "";
    const refused = await connections.remove(row.name, isNeeded ? next : null);
    if (refused !== null) return refused;
    onClose();
    // What is not set up is in the list while it is looked at.
    place.go({ name: "connections", shown: null });
    return null;
  };
  const words = text(hasKey ? "connection.removeKeyWords" : "connection.removeWords");
  return (
    <RemovalBody words={words} problem={problem} canRemove={uses !== null} onRemove={remove} onClose={onClose}>
      {uses === null ? (
        <div aria-busy="true">{problem === null ? <Bones rows={2} /> : null}</div>
      ) : (
        <RemovalEffects row={row} uses={uses} next={next} onNext={setNext} />
      )}
    </RemovalBody>
  );
}
