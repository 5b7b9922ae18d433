import { shownPath } from "../ui/path-words.ts";
import { usePick, useWindow } from "./context.ts";

/** How paths are shown on this computer. */
export function useShownPath(): (path: string, workFolder?: string | null) => string {
  const userHome = usePick(useWindow().system.store, ({ paths }) =>
    paths.kind === "ready" ? paths.paths.userHome : null,
  );
  return (path, workFolder = null) => shownPath(path, { userHome, workFolder });
}
