import { type BrowserWindow, dialog, type OpenDialogOptions } from "electron";

/** A folder in the dialogue of the system, which begins at `from` (`~` is `userHome`); null where the person chose none. */
export async function chooseFolder(
  window: BrowserWindow | null,
  from: string,
  userHome: string,
): Promise<string | null> {
  const options: OpenDialogOptions = {
    defaultPath: from.replace(/^~(?=$|[/\\])/, () => userHome),
    properties: ["openDirectory", "createDirectory"],
  };
  const { canceled, filePaths } = await (window === null
    ? dialog.showOpenDialog(options)
    : dialog.showOpenDialog(window, options));
  return canceled ? null : (filePaths[0] ?? null);
}
