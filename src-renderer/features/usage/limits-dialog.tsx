import { Dialog } from "radix-ui";
import { usePick, useWindow } from "../../state/context.ts";
import type { LimitsSide } from "../../state/overlay.ts";
import dialogStyles from "../../ui/dialog.module.css";
import { DialogHead } from "../../ui/dialog-head.tsx";
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
    <Dialog.Root open={side !== null} onOpenChange={(next) => (next ? undefined : overlay.close())}>
      <Dialog.Portal>
        <Dialog.Overlay className={dialogStyles.scrim} />
        <Dialog.Content className={`${dialogStyles.dialog} ${styles.dialog}`} aria-describedby={undefined}>
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
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
