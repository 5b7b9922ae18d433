import { usePick, useWindow } from "../../state/context.ts";
import dialogStyles from "../../ui/dialog.module.css";
import { DialogHead } from "../../ui/dialog-head.tsx";
import { keyWords } from "../../ui/keys.ts";
import { Modal } from "../../ui/modal.tsx";
import { text } from "../../ui/text.ts";
import styles from "./key-sheet.module.css";

interface KeySheetProps {
  readonly keys: readonly { readonly label: string; readonly keys: string }[];
}

/** Every key of the window on one sheet. */
export function KeySheet({ keys }: KeySheetProps) {
  const { overlay } = useWindow();
  const isOpen = usePick(overlay.store, ({ kind }) => kind === "keys");
  return (
    <Modal isOpen={isOpen} onClose={overlay.close}>
      <DialogHead title={text("keys.title")} onClose={overlay.close} />
      {/* It may be longer than the window: arrows scroll it. */}
      <section className={dialogStyles.body} tabIndex={0} aria-label={text("keys.title")}>
        <dl className={styles.keys}>
          {keys.map((entry) => (
            <div key={entry.label} className={styles.pair}>
              <dt>{entry.label}</dt>
              <dd>
                <kbd className="key-cap">{keyWords(entry.keys)}</kbd>
              </dd>
            </div>
          ))}
        </dl>
      </section>
    </Modal>
  );
}
