import { usePick, useWindow } from "../../state/context.ts";
import { pathInFolder } from "../../state/run-facts.ts";
import { showFile } from "../../state/show-file.ts";

/** What a file of the open chat is called in its work folder, and how it is shown; null for one that lies elsewhere. */
export function useFileOpener(): (path: string | undefined) => { readonly name: string; open(): void } | null {
  const state = useWindow();
  const folder = usePick(state.chat.store, (chat) => (chat.kind === "open" ? chat.view.workFolder : ""));
  return (path) => {
    const name = path === undefined ? null : pathInFolder(path, folder);
    return name === null ? null : { name, open: () => showFile(state, name) };
  };
}
