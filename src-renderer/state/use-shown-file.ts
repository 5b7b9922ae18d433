import { useEffect } from "react";
import type { SessionKey } from "../../src-preload/contract/ids.ts";
import { usePick, useWindow } from "./context.ts";
import { type ShownLoad, shownFileId } from "./shown-files.ts";

/** A file that a message shows: asked for when it is first drawn. */
export function useShownFile(sessionKey: SessionKey, path: string, isWanted = true): ShownLoad {
  const { shownFiles } = useWindow();
  const load = usePick(shownFiles.store, ({ files }) => files[shownFileId(sessionKey, path)]);
  const isMissing = load === undefined && isWanted;
  useEffect(() => {
    if (isMissing) void shownFiles.ask(sessionKey, path);
  }, [shownFiles, sessionKey, path, isMissing]);
  return load ?? { kind: "loading" };
}
