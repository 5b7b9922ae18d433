import { revealLine } from "../../src-preload/contract/reveal-controls.ts";
import { shownPath } from "../ui/path-words.ts";
import { usePick, useWindow } from "./context.ts";

/** How paths are shown on this computer, with what cannot be seen of them made visible. */
export function useShownPath(): (path: string, workFolder?: string | null) => string {
  const userHome = usePick(useWindow().system.store, ({ paths }) =>
    paths.kind === "ready" ? paths.paths.userHome : null,
  );
  return (path, workFolder = null) => revealLine(shownPath(path, { userHome, workFolder }));
}
