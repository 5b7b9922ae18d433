import { revealLine } from "../../../src-preload/contract/reveal-controls.ts";
import { usePick, useWindow } from "../../state/context.ts";
import { RemovalBody, RemovalDialog } from "../../ui/removal-dialog.tsx";
import { text } from "../../ui/text.ts";
import { restoreNames } from "./restore-names.ts";

const mostNamed = 20;

/** Asks before files go back to what they were before a message, and names them. */
export function RestoreDialog() {
  const { changes } = useWindow();
  const restoring = usePick(changes.store, (state) => state.restoring);
  const { files, stays } = restoreNames(restoring?.runs ?? []);
  const close = changes.leaveRestore;
  return (
    <RemovalDialog title={text("changes.restoreTitle")} isOpen={restoring !== null} onClose={close}>
      {restoring === null ? null : (
        <RemovalBody
          words={text("changes.restoreWords", { count: files.length })}
          act={text("changes.restoreAct")}
          canRemove={files.length > 0}
          onClose={close}
          onRemove={async () => {
            await changes.restore(restoring.messageId);
            return null;
          }}
        >
          <Names names={files} />
          {stays.length === 0 ? null : (
            <p className="small tone-needs">
              {text("changes.restoreStays", { names: stays.map((name) => revealLine(name)).join(", ") })}
            </p>
          )}
        </RemovalBody>
      )}
    </RemovalDialog>
  );
}

function Names({ names }: { readonly names: readonly string[] }) {
  const more = names.length - mostNamed;
  return (
    <ul aria-label={text("changes.restoreFiles")}>
      {names.slice(0, mostNamed).map((name) => (
        <li key={name} className="mono small cut">
          {revealLine(name)}
        </li>
      ))}
      {more > 0 ? <li className="meta small">{text("change.moreFiles", { count: more })}</li> : null}
    </ul>
  );
}
