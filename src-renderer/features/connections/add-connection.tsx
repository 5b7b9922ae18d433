import type { ModelOffer } from "../../../src-preload/contract/window.ts";
import { usePick, useWindow } from "../../state/context.ts";
import type { AddSide } from "../../state/overlay.ts";
import { Button } from "../../ui/button.tsx";
import dialogStyles from "../../ui/dialog.module.css";
import { DialogHead } from "../../ui/dialog-head.tsx";
import { Modal } from "../../ui/modal.tsx";
import { Segments } from "../../ui/segments.tsx";
import { type TextKey, text } from "../../ui/text.ts";
import styles from "./add-connection.module.css";
import { AddForm } from "./add-form.tsx";
import { AddServer } from "./mcp/add-server.tsx";

const sides: readonly (readonly [AddSide, TextKey])[] = [
  ["connection", "mcpServer.sideProvider"],
  ["server", "mcpServer.sideServer"],
];

/** A new connection: to a provider of models, or to an MCP server. */
export function AddConnection() {
  const { overlay, place } = useWindow();
  const side = usePick(overlay.store, (now) => (now.kind === "add" ? now.side : null));
  const goTo = (kind: "provider" | "mcp") => (name: string) => {
    overlay.close();
    place.goWithinPage({ name: "connections", shown: { kind, name } });
  };
  return (
    <Modal isOpen={side !== null} onClose={overlay.close} className={`${dialogStyles.hasChoices} ${styles.dialog}`}>
      <DialogHead title={text("connection.add")} onClose={overlay.close}>
        <Segments
          label={text("mcpServer.what")}
          value={side ?? "connection"}
          choices={sides}
          onChoose={(next) => overlay.open({ kind: "add", side: next })}
        />
      </DialogHead>
      {side === "server" ? <AddServer onAdded={goTo("mcp")} /> : <AddProvider onAdded={goTo("provider")} />}
    </Modal>
  );
}

/** A key that is pasted, a provider that is chosen, or a model server on this computer. */
function AddProvider({ onAdded }: { readonly onAdded: (provider: string) => void }) {
  return (
    <>
      <AddForm onAdded={onAdded} />
      <LocalServers onChoose={onAdded} />
    </>
  );
}

/** What was looked for on this computer, also what does not run: people ask where theirs is. */
function LocalServers({ onChoose }: { readonly onChoose: (provider: string) => void }) {
  const { connections } = useWindow();
  const local = usePick(connections.store, (state) => state.local);
  return (
    <section className={`${dialogStyles.body} ${styles.local}`} aria-label={text("connection.onThisComputer")}>
      <h3 className="medium">{text("connection.onThisComputer")}</h3>
      {local === null ? <p className="meta">{text("first.looking")}</p> : null}
      <ul>
        {(local ?? []).map((offer) => (
          <li key={offer.id} className="row">
            <span className={offer.state === "ready" ? "dot ok" : "dot off"} aria-hidden="true" />
            <span>{offer.name}</span>
            <span className="meta mono cut grow">{offer.source}</span>
            <span className="meta small">{localWords(offer)}</span>
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
