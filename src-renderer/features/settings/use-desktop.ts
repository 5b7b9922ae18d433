import { useEffect } from "react";
import { useWindow } from "../../state/context.ts";
import { createDesktop, type Desktop } from "../../state/desktop.ts";

/** The desktop around the window, as it is each time that its settings are shown. */
export function useDesktop(): Desktop {
  const desktop = useWindow().laterDesktop.with(createDesktop);
  useEffect(() => void desktop.load(), [desktop]);
  return desktop;
}
