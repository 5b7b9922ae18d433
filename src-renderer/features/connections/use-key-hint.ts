import { usePick, useWindow } from "../../state/context.ts";
import { text } from "../../ui/text.ts";

/** Where a key goes that is entered now; "" before that is known. */
export function useKeyHint(): string {
  const { providers } = useWindow();
  const newKeys = usePick(providers.store, (state) => state.newKeys);
  if (newKeys === null) return "";
  return text(newKeys === "key-store" ? "connection.keyHint" : "connection.keyHintFile");
}
