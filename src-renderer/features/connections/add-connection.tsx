import { Dialog } from "radix-ui";
import { useEffect } from "react";
import type { ModelOffer } from "../../../src-preload/contract/window.ts";
import { usePick, useWindow } from "../../state/context.ts";
import { Button } from "../../ui/button.tsx";
import { DialogHead } from "../../ui/dialog-head.tsx";
import { text } from "../../ui/text.ts";
import { AddForm } from "./add-form.tsx";

/** A new connection: a key that is pasted, a provider that is chosen, or a server on this computer. */
export function AddConnection() {
  const { overlay, connections, place } = useWindow();
  const isOpen = usePick(overlay, (now) => now.overlay === "connection");
  const close = (): void => overlay.setState({ overlay: "none" });
  useEffect(() => {
    if (isOpen) void connections.look();
  }, [isOpen, connections]);
  const goTo = (provider: string): void => {
    close();
    place.go({ name: "connections", provider });
  };
  return (
    <Dialog.Root open={isOpen} onOpenChange={(next) => (next ? undefined : close())}>
      <Dialog.Portal>
        <Dialog.Overlay className="scrim" />
        <Dialog.Content className="dialog add" aria-describedby={undefined}>
          <DialogHead title={text("connection.add")} onClose={close} />
          <AddForm onAdded={goTo} />
          <LocalServers onChoose={goTo} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** What was looked for on this computer, also what does not run: people ask where theirs is. */
function LocalServers({ onChoose }: { readonly onChoose: (provider: string) => void }) {
  const { connections } = useWindow();
  const local = usePick(connections.store, (state) => state.local);
  return (
    <section className="in local" aria-label={text("connection.onThisComputer")}>
      <h3 className="b5">{text("connection.onThisComputer")}</h3>
      {local === null ? <p className="meta">{text("first.looking")}</p> : null}
      <ul>
        {(local ?? []).map((offer) => (
          <li key={offer.id} className="row">
            <span className={offer.state === "ready" ? "dot ok" : "dot off"} aria-hidden="true" />
            <span>{offer.name}</span>
            <span className="meta mono cut grow">{offer.source}</span>
            <span className="meta sm">{localWords(offer)}</span>
            <Button size="small" onClick={() => onChoose(offer.provider)}>
              {text(offer.state === "ready" ? "connection.open" : "connection.howTo")}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function localWords({ state, models }: ModelOffer): string {
  if (state !== "ready") return text("connection.notRunning");
  return models.length === 1 ? text("connection.oneModel") : text("connection.modelCount", { count: models.length });
}
