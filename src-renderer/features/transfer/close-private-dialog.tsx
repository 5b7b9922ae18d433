import { usePick, useWindow } from "../../state/context.ts";
import { RemovalBody, RemovalDialog } from "../../ui/removal-dialog.tsx";
import { text } from "../../ui/text.ts";

/** Asks before a private chat is closed with which more goes than words. */
export function ClosePrivateDialog() {
  const { overlay } = useWindow();
  const asked = usePick(overlay.store, (now) => (now.kind === "close-private" ? now : null));
  const leave = (isClosed: boolean): void => {
    overlay.close();
    asked?.answer(isClosed);
  };
  return (
    <RemovalDialog title={text("chat.closePrivateTitle")} isOpen={asked !== null} onClose={() => leave(false)}>
      <RemovalBody
        words={text(asked?.reason === "running" ? "chat.closePrivateRunning" : "chat.closePrivateChanges")}
        act={text("chat.closePrivate")}
        onClose={() => leave(false)}
        onRemove={async () => {
          leave(true);
          return null;
        }}
      />
    </RemovalDialog>
  );
}
