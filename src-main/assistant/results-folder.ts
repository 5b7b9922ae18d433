import { join } from "node:path";
import type { SessionKey } from "../../src-preload/contract/ids.ts";
import { isPrivateKey } from "../../src-preload/contract/session-key.ts";
import { attachmentsFolder } from "../files/attach-file.ts";
import type { Core } from "./core.ts";

/** Where what is too long for the context of a chat, or no text, is kept. */
export function resultsFolderOf({ folders, privateChats }: Pick<Core, "folders" | "privateChats">) {
  return (key: SessionKey): string => (isPrivateKey(key) ? privateChats.folderOf(key) : folders.results);
}

/** Where files lie that went with messages of a chat. */
export function attachedFolderOf({ folders, privateChats }: Pick<Core, "folders" | "privateChats">) {
  return (key: SessionKey): string =>
    join(isPrivateKey(key) ? privateChats.folderOf(key) : folders.workspace, attachmentsFolder(key));
}
