import type { SessionKey } from "../../src-preload/contract/ids.ts";
import { isPrivateKey } from "../../src-preload/contract/session-key.ts";
import type { Core } from "./core.ts";

/** Where what is too long for the context of a chat, or no text, is kept. */
export function resultsFolderOf({ folders, privateChats }: Pick<Core, "folders" | "privateChats">) {
  return (key: SessionKey): string => (isPrivateKey(key) ? privateChats.folderOf(key) : folders.results);
}
