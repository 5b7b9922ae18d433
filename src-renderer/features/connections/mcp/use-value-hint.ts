import { usePick, useWindow } from "../../../state/context.ts";
import { text } from "../../../ui/text.ts";

/** Where a value goes that is entered now, and who gets it; "" before that is known. */
export function useValueHint(): string {
  const { mcpServers } = useWindow();
  const newKeys = usePick(mcpServers.store, (state) => state.newKeys);
  if (newKeys === null) return "";
  return text(newKeys === "key-store" ? "mcpServer.valueHint" : "mcpServer.valueHintFile");
}
