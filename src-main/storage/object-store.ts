import { createHash } from "node:crypto";
import { join } from "node:path";
import type { FileSystem } from "../storage/file-system.ts";
import { syncFolder } from "../storage/sync-folder.ts";
import { isMissing, systemCodeOf } from "../thrown.ts";

/** Copies of contents, each under the SHA-256 of itself: the same content is kept once. */
export interface ObjectStore {
  /** Keeps a content. With `durable` it is on the disk when this resolves, also after a power cut. Throws when it cannot. */
  keep(bytes: Uint8Array, durable: boolean): Promise<string>;
  /** Null where it is not kept any more, or is damaged. */
  read(hash: string): Promise<Buffer | null>;
  has(hash: string): Promise<boolean>;
  /** Every content that is kept, with its size in bytes. */
  list(): Promise<readonly { readonly hash: string; readonly bytes: number }[]>;
  remove(hash: string): Promise<void>;
}

export function hashOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

const hashForm = /^[0-9a-f]{64}$/;

export function createObjectStore(folder: string, files: FileSystem): ObjectStore {
  let made: Promise<unknown> | null = null;
  let count = 0;
  const pathOf = (hash: string): string => join(folder, hash);

  async function write(hash: string, bytes: Uint8Array, durable: boolean): Promise<void> {
    made ??= files.mkdir(folder, { recursive: true, mode: 0o700 });
    await made;
    const temp = join(folder, `${process.pid}-${count++}.tmp`);
    const handle = await files.open(temp, "w", 0o600);
    try {
      try {
        await handle.writeFile(bytes);
        if (durable) await handle.sync();
      } finally {
        await handle.close();
      }
      await files.rename(temp, pathOf(hash));
    } catch (error) {
      await files.rm(temp, { force: true });
      throw error;
    }
    if (durable) await syncFolder(files, folder);
  }

  async function isWhole(hash: string, size: number): Promise<boolean> {
    try {
      return (await files.stat(pathOf(hash))).size === size;
    } catch (error) {
      if (isMissing(error)) return false;
      throw error;
    }
  }

  return {
    async keep(bytes, durable) {
      const hash = hashOf(bytes);
      if (!(await isWhole(hash, bytes.length))) await write(hash, bytes, durable);
      else if (durable) await syncFile(files, pathOf(hash));
      return hash;
    },
    async read(hash) {
      if (!hashForm.test(hash)) return null;
      try {
        const bytes = await files.readFile(pathOf(hash));
        return hashOf(bytes) === hash ? bytes : null;
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },
    async has(hash) {
      if (!hashForm.test(hash)) return false;
      try {
        await files.stat(pathOf(hash));
        return true;
      } catch (error) {
        if (isMissing(error)) return false;
        throw error;
      }
    },
    async list() {
      try {
        const names = (await files.readdir(folder)).filter((name) => hashForm.test(name));
        return await Promise.all(names.map(async (hash) => ({ hash, bytes: (await files.stat(pathOf(hash))).size })));
      } catch (error) {
        if (isMissing(error)) return [];
        throw error;
      }
    },
    remove: (hash) => files.rm(pathOf(hash), { force: true }),
  };
}

/** One that was kept without haste before may not have reached the disk. */
async function syncFile(files: FileSystem, path: string): Promise<void> {
  const handle = await files.open(path, "r+");
  try {
    await handle.sync();
  } catch (error) {
    if (systemCodeOf(error) !== "EINVAL") throw error;
  } finally {
    await handle.close();
  }
}
