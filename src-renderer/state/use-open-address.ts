import { useCallback } from "react";
import { text } from "../ui/text.ts";
import { useWindow } from "./context.ts";

/** Opens a link in the browser, once the person has seen where it really goes. */
export function useOpenAddress(): (address: string) => void {
  const { system } = useWindow();
  return useCallback(
    (address) => {
      if (window.confirm(text("chat.openLink", { address }))) void system.open(address);
    },
    [system],
  );
}
