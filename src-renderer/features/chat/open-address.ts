import { useCallback } from "react";
import { useWindow } from "../../state/context.ts";
import { text } from "../../ui/text.ts";

/** Opens a link of a message in the browser, once the person has seen where it really goes. */
export function useOpenAddress(): (address: string) => void {
  const { system } = useWindow();
  return useCallback(
    (address) => {
      if (window.confirm(text("chat.openLink", { address }))) void system.open(address);
    },
    [system],
  );
}
