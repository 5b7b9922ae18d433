import { join } from "node:path";
import type { SessionKey } from "../../src-preload/contract/ids.ts";
import type { Host } from "../host.ts";
import type { FileSystem } from "../storage/file-system.ts";

/** Keeps what is too long for the context of a chat, or no text; tells where, as an absolute path. */
export type SaveResult = (content: string | Uint8Array, ending: string, sessionKey: SessionKey) => Promise<string>;

interface SavingParts {
  readonly host: Pick<Host, "createId">;
  readonly files: FileSystem;
  readonly resultsFolder: (key: SessionKey) => string;
}

export function createSaveResult({ host, files, resultsFolder }: SavingParts): SaveResult {
  return async (content, ending, sessionKey) => {
    const folder = resultsFolder(sessionKey);
    await files.mkdir(folder, { recursive: true, mode: 0o700 });
    const path = join(folder, `${host.createId()}.${ending}`);
    await files.writeFile(path, content, { mode: 0o600 });
    return path;
  };
}
