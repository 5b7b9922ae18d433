import { usePick, useWindow } from "../../state/context.ts";
import type { LimitsSide } from "../../state/overlay.ts";
import { DialogHead } from "../../ui/dialog-head.tsx";
import { Modal } from "../../ui/modal.tsx";
import { Segments } from "../../ui/segments.tsx";
import { type TextKey, text } from "../../ui/text.ts";
import styles from "./limits.module.css";
import { LimitsForm } from "./limits-form.tsx";
import { PriceEditor } from "./price-editor.tsx";

const sides: readonly (readonly [LimitsSide, TextKey])[] = [
  ["limits", "limits.side"],
  ["prices", "prices.title"],
];

/** Budgets, and the prices that they are counted with. */
export function LimitsDialog() {
  const { overlay, agent } = useWindow();
  const side = usePick(overlay.store, (now) => (now.kind === "limits" ? now.side : null));
  const settings = usePick(agent.store, (state) => state.settings);
  return (
    <Modal isOpen={side !== null} onClose={overlay.close} className={styles.dialog}>
      <DialogHead title={text("limits.dialog")} onClose={overlay.close}>
        <Segments
          label={text("limits.dialog")}
          value={side ?? "limits"}
          choices={sides}
          onChoose={(next) => overlay.open({ kind: "limits", side: next })}
        />
      </DialogHead>
      {settings === null ? null : side === "prices" ? (
        <PriceEditor settings={settings} />
      ) : (
        <LimitsForm budgets={settings.budgets} onDone={overlay.close} />
      )}
    </Modal>
  );
}
