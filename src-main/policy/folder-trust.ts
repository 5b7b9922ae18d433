import { type AsyncResult, ok } from "../../src-preload/contract/result.ts";
import { z } from "../../src-preload/contract/zod.ts";
import { isBelow } from "../storage/is-below.ts";
import type { JsonFile } from "../storage/json-file.ts";

/**
 * The work folders that the person trusts: what lies in them may tell the agent what to do (AGENTS.md), and commands there
 * may run by themselves where the mode says so. Kept outside of every folder, in `trust.json`.
 */
export interface FolderTrust {
  /** A resolved path. A folder below a trusted one is trusted as well. False where the file cannot be read. */
  trusts(folder: string): Promise<boolean>;
  /** Those that were trusted by the person; newest last. */
  list(): AsyncResult<readonly string[]>;
  /** False: the person was asked and did not say so, and is not asked again. */
  set(folder: string, isTrusted: boolean): AsyncResult<void>;
  isDeclined(folder: string): Promise<boolean>;
}

interface FolderTrustOptions {
  readonly file: JsonFile<Readonly<Record<string, unknown>>>;
  /** The folder that Perch makes for its chats, resolved: nobody else has put anything there. */
  readonly ownFolder: () => Promise<string | null>;
  /** Tells that the list is another one. */
  readonly changed: () => void;
}

const partSchema = z.looseObject({
  folders: z.array(z.string()).default([]),
  declined: z.array(z.string()).default([]),
});

export function createFolderTrust({ file, ownFolder, changed }: FolderTrustOptions): FolderTrust {
  async function part() {
    const read = await file.read();
    if (!read.ok) return read;
    const parsed = partSchema.safeParse(read.value);
    return ok(parsed.success ? parsed.data : partSchema.parse({}));
  }

  async function list(): AsyncResult<readonly string[]> {
    const now = await part();
    return now.ok ? ok(now.value.folders) : now;
  }

  return {
    list,
    async isDeclined(folder) {
      const now = await part();
      return now.ok && now.value.declined.includes(folder);
    },
    async trusts(folder) {
      const trusted = await list();
      if (trusted.ok && trusted.value.some((one) => isBelow(folder, one))) return true;
      const own = await ownFolder();
      return own !== null && isBelow(folder, own);
    },
    async set(folder, isTrusted) {
      const written = await file.update((content) => {
        const { folders, declined } = partSchema.parse(content);
        const without = (list: readonly string[]) => list.filter((one) => one !== folder);
        return {
          ...content,
          folders: isTrusted ? [...without(folders), folder] : without(folders),
          declined: isTrusted ? without(declined) : [...without(declined), folder],
        };
      });
      if (!written.ok) return written;
      changed();
      return ok(undefined);
    },
  };
}
