import { useSyncExternalStore } from "react";
import type { Scheme } from "./diagram-theme.ts";

const darkSystem = "(prefers-color-scheme: dark)";

function schemeNow(): Scheme {
  const { theme } = document.documentElement.dataset;
  if (theme === "light" || theme === "dark") return theme;
  return matchMedia(darkSystem).matches ? "dark" : "light";
}

function onScheme(told: () => void): () => void {
  const system = matchMedia(darkSystem);
  const chosen = new MutationObserver(told);
  chosen.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  system.addEventListener("change", told);
  return () => {
    chosen.disconnect();
    system.removeEventListener("change", told);
  };
}

/** The colours that the window is shown in. */
export function useScheme(): Scheme {
  return useSyncExternalStore(onScheme, schemeNow, () => "light");
}
