import { createHash } from "node:crypto";
import { join } from "node:path";
import { z } from "../../src-preload/contract/zod.ts";
import type { FileSystem } from "../storage/file-system.ts";
import { isMissing } from "../thrown.ts";
import { fileStateSchema } from "./file-state.ts";
import type { Scan, ScannedPath } from "./folder-scan.ts";

/** The last scan of each folder, so that the next one reads only what changed since. */
export interface ScanIndex {
  read(folder: string): Promise<Scan>;
  /** With `onDisk` also for the next process. */
  keep(folder: string, scan: Scan, onDisk: boolean): Promise<void>;
  /** The contents that it counts on. */
  hashes(): Promise<ReadonlySet<string>>;
  /** Everything is read anew from now on. */
  forget(): Promise<void>;
}

const indexSchema = z.object({
  folder: z.string(),
  paths: z.array(z.tuple([z.string(), z.object({ state: fileStateSchema, stamp: z.string(), changedAt: z.number() })])),
});

const nothing: Scan = new Map<string, ScannedPath>();

export function createScanIndex(home: string, files: FileSystem): ScanIndex {
  const kept = new Map<string, Scan>();
  const fileOf = (folder: string): string => `${createHash("sha256").update(folder).digest("hex").slice(0, 32)}.json`;

  async function loadFile(name: string): Promise<Scan> {
    try {
      const parsed = indexSchema.safeParse(JSON.parse(await files.readFile(join(home, name), "utf8")));
      return parsed.success ? new Map(parsed.data.paths) : nothing;
    } catch (error) {
      // Only what was saved of time: without it everything is read.
      if (isMissing(error) || error instanceof SyntaxError) return nothing;
      throw error;
    }
  }

  return {
    async read(folder) {
      const known = kept.get(folder) ?? (await loadFile(fileOf(folder)));
      kept.set(folder, known);
      return known;
    },
    async keep(folder, scan, onDisk) {
      kept.set(folder, scan);
      if (!onDisk) return;
      await files.mkdir(home, { recursive: true, mode: 0o700 });
      await files.writeFile(join(home, fileOf(folder)), JSON.stringify({ folder, paths: [...scan] }), { mode: 0o600 });
    },
    async hashes() {
      const onDisk = await Promise.all((await namesIn(home, files)).map(loadFile));
      // After the disk: what is kept meanwhile counts too.
      const scans = [...onDisk, ...kept.values()];
      return new Set(
        scans.flatMap((scan) => [...scan.values()].flatMap(({ state }) => (state.kind === "file" ? [state.hash] : []))),
      );
    },
    async forget() {
      kept.clear();
      for (const name of await namesIn(home, files)) await files.rm(join(home, name), { force: true });
    },
  };
}

async function namesIn(home: string, files: FileSystem): Promise<readonly string[]> {
  try {
    return await files.readdir(home);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}
