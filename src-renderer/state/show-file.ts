import type { WindowState } from "./window-state.ts";

/** Shows a file of the work folder beside the chat; `path` is relative to the folder. */
export function showFile({ preferences, files }: Pick<WindowState, "preferences" | "files">, path: string): void {
  // The inspector begins to read the folder as it is shown, and the file is chosen in what it shows.
  preferences.setState({ inspector: true, inspectorTab: "files" });
  files.choose(path);
}
