import type { FileHandle } from "node:fs/promises";
import { type FileSystem, nodeFileSystem } from "../../src-main/storage/file-system.ts";

/** A disk on which a process does no more after so many changes: as it is found by the next one. */
export interface KilledFileSystem extends FileSystem {
  /** How many changes were made. */
  readonly changes: () => number;
  /** Nothing is changed any more; resolves when what had begun is done. */
  kill(): Promise<void>;
}

const changing = [
  "writeFile",
  "mkdir",
  "rename",
  "unlink",
  "rm",
  "rmdir",
  "link",
  "symlink",
  "chmod",
  "copyFile",
] as const;
const changingHandle = ["writeFile", "write", "chmod", "chown", "sync", "truncate"] as const;

/** The last change may be made in part: of what is written half comes to the disk. */
export function killedAfter(last: number): KilledFileSystem {
  let count = 0;
  let isKilled = false;
  const begun = new Set<Promise<unknown>>();
  async function tracked<Value>(change: Promise<Value>): Promise<Value> {
    begun.add(change);
    try {
      return await change;
    } finally {
      begun.delete(change);
    }
  }
  function note(): void {
    count += 1;
    if (isKilled || count > last) throw new Error("killed");
  }
  const handleOf = (handle: FileHandle): FileHandle =>
    new Proxy(handle, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== "function") return value;
        if (!changingHandle.some((one) => one === name)) return value.bind(target);
        return async (...given: unknown[]) => {
          const [content] = given;
          if (
            name === "writeFile" &&
            count === last &&
            (typeof content === "string" || content instanceof Uint8Array)
          ) {
            count += 1;
            const bytes = Buffer.from(content as Uint8Array);
            await target.write(bytes.subarray(0, Math.floor(bytes.length / 2)));
            throw new Error("killed");
          }
          note();
          return tracked(Promise.resolve(value.apply(target, given)));
        };
      },
    });
  const files: Record<string, unknown> = { ...nodeFileSystem };
  for (const name of changing) {
    const real = nodeFileSystem[name] as (...given: unknown[]) => Promise<unknown>;
    files[name] = async (...given: unknown[]) => {
      note();
      return tracked(real(...given));
    };
  }
  return {
    ...nodeFileSystem,
    ...files,
    async open(path, flags, mode) {
      if (isKilled || count > last) throw new Error("killed");
      return handleOf(await nodeFileSystem.open(path, flags, mode));
    },
    changes: () => count,
    async kill() {
      isKilled = true;
      await Promise.allSettled(begun);
    },
  };
}
