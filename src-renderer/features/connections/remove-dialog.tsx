import { useState } from "react";
import type { ProviderRow, ProviderUses } from "../../../src-preload/contract/providers.ts";
import { usePick, useWindow } from "../../state/context.ts";
import { Bones } from "../../ui/bones.tsx";
import { RemovalBody, RemovalDialog } from "../../ui/removal-dialog.tsx";
import { text } from "../../ui/text.ts";
import { RemovalEffects } from "./removal-effects.tsx";

/** A key that is gone cannot be brought back, and models may go with it: this asks. */
export function RemoveDialog({ row }: { readonly row: ProviderRow }) {
  const { providerRemoval } = useWindow();
  const isOpen = usePick(providerRemoval.store, ({ name }) => name === row.name);
  return (
    <RemovalDialog
      title={text("connection.removeTitle", { name: row.title })}
      isOpen={isOpen}
      onClose={providerRemoval.end}
    >
      <RemoveBody row={row} />
    </RemovalDialog>
  );
}

/** The first that is no practice is offered; none is a choice too. */
function likeliest({ others }: ProviderUses): string {
  return others.find((id) => id !== "practice/practice") ?? "";
}

function RemoveBody({ row }: { readonly row: ProviderRow }) {
  const { connections, providerRemoval, place } = useWindow();
  const hasKey = row.key.kind === "stored" || row.key.kind === "settings";
  const asked = usePick(providerRemoval.store, (state) => state.uses);
  const uses = asked.kind === "ready" ? asked.uses : null;
  const problem = asked.kind === "failed" ? asked.message : null;
  const [chosen, setChosen] = useState<string | null>(null);
  const next = chosen ?? (uses === null ? "" : likeliest(uses));
  const remove = async (): Promise<string | null> => {
    if (uses === null) return null;
    const isNeeded = uses.defaultModel !== null && next !== "";
    const refused = await connections.remove(row.name, isNeeded ? next : null);
    if (refused !== null) return refused;
    providerRemoval.end();
    // What is not set up is in the list while it is looked at.
    place.goWithinPage({ name: "connections", shown: null });
    return null;
  };
  const words = text(hasKey ? "connection.removeKeyWords" : "connection.removeWords");
  return (
    <RemovalBody
      words={words}
      problem={problem}
      canRemove={uses !== null}
      onRemove={remove}
      onClose={providerRemoval.end}
    >
      {uses === null ? (
        <div aria-busy="true">{problem === null ? <Bones rows={2} /> : null}</div>
      ) : (
        <RemovalEffects row={row} uses={uses} next={next} onNext={setChosen} />
      )}
    </RemovalBody>
  );
}
