import { join } from "node:path";
import type { Host } from "../host.ts";
import type { FileSystem } from "../storage/file-system.ts";

/** Keeps what is too long for the context, or no text; tells where, as an absolute path. */
export type SaveResult = (content: string | Uint8Array, ending: string) => Promise<string>;

interface SavingParts {
  readonly host: Pick<Host, "createId">;
  readonly files: FileSystem;
  readonly resultsFolder: string;
}

export function createSaveResult({ host, files, resultsFolder }: SavingParts): SaveResult {
  return async (content, ending) => {
    await files.mkdir(resultsFolder, { recursive: true, mode: 0o700 });
    const path = join(resultsFolder, `${host.createId()}.${ending}`);
    await files.writeFile(path, content, { mode: 0o600 });
    return path;
  };
}
