import { Dialog } from "radix-ui";
import { usePick, useWindow } from "../../state/context.ts";
import { DialogHead } from "../../ui/dialog-head.tsx";
import { Segments } from "../../ui/segments.tsx";
import { type TextKey, text } from "../../ui/text.ts";
import { LimitsForm } from "./limits-form.tsx";
import { PriceEditor } from "./price-editor.tsx";

type Side = "limits" | "prices";

const sides: readonly (readonly [Side, TextKey])[] = [
  ["limits", "limits.side"],
  ["prices", "prices.title"],
];

/** Budgets, and the prices that they are counted with. */
export function LimitsDialog() {
  const { overlay, agent } = useWindow();
  const side = usePick(overlay, (now): Side | null =>
    now.overlay === "limits" || now.overlay === "prices" ? now.overlay : null,
  );
  const settings = usePick(agent.store, (state) => state.settings);
  const close = (): void => overlay.setState({ overlay: "none" });
  return (
    <Dialog.Root open={side !== null} onOpenChange={(next) => (next ? undefined : close())}>
      <Dialog.Portal>
        <Dialog.Overlay className="scrim" />
        <Dialog.Content className="dialog limits" aria-describedby={undefined}>
          <DialogHead title={text("limits.dialog")} onClose={close}>
            <Segments
              label={text("limits.dialog")}
              value={side ?? "limits"}
              choices={sides}
              onChoose={(next) => overlay.setState({ overlay: next })}
            />
          </DialogHead>
          {settings === null ? null : side === "prices" ? (
            <PriceEditor settings={settings} />
          ) : (
            <LimitsForm budgets={settings.budgets} onDone={close} />
          )}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
