import type { UndoSpace } from "../../src-preload/contract/changes.ts";
import type { Clock, Log } from "../host.ts";
import type { ObjectStore } from "../storage/object-store.ts";
import type { FileState } from "./file-state.ts";
import type { RunChanges } from "./manifest.ts";
import type { ManifestLog, StoredManifest } from "./manifest-log.ts";
import type { ScanIndex } from "./scan-index.ts";
import type { TidyGate } from "./tidy-gate.ts";

interface SpaceLimits {
  readonly maxMegabytes: number;
  readonly days: number;
}

export interface SpaceKeeper {
  /** Lets go of what is too old, then of the oldest runs until the rest has room; what a later run needs stays. */
  tidy(limits: SpaceLimits): Promise<void>;
  describe(): Promise<UndoSpace>;
}

interface SpaceNeeds {
  readonly clock: Clock;
  readonly log: Log;
  readonly objects: ObjectStore;
  readonly manifests: ManifestLog;
  readonly index: ScanIndex;
  readonly gate: TidyGate;
}

const megabyte = 1024 * 1024;
const dayMs = 24 * 60 * 60 * 1000;

export function createSpaceKeeper({ clock, log, objects, manifests, index, gate }: SpaceNeeds): SpaceKeeper {
  async function describe(): Promise<UndoSpace> {
    const [kept, stored] = await Promise.all([objects.list(), manifests.list()]);
    const agents = stored.filter(({ changes }) => changes.author === "agent");
    const times = agents.map(({ changes }) => changes.at);
    return {
      used: kept.reduce((sum, { bytes }) => sum + bytes, 0),
      runs: agents.length,
      oldest: times.length === 0 ? null : Math.min(...times),
    };
  }

  /** Takes runs out of the count until the rest has room, the oldest first. */
  function leave(stored: readonly StoredManifest[], sizes: ReadonlyMap<string, number>, limits: SpaceLimits) {
    const uses = countUses(stored);
    const oldest = clock.now() - limits.days * dayMs;
    const room = limits.maxMegabytes * megabyte;
    const leaving: StoredManifest[] = [];
    let taken = sum([...uses.keys()], sizes);
    for (const one of stored) {
      if (one.changes.at >= oldest && taken <= room) break;
      leaving.push(one);
      for (const hash of hashesOf(one.changes)) {
        const count = (uses.get(hash) ?? 1) - 1;
        uses.set(hash, count);
        if (count > 0) continue;
        uses.delete(hash);
        taken -= sizes.get(hash) ?? 0;
      }
    }
    return { leaving, needed: new Set(uses.keys()), free: room - taken };
  }

  async function tidy(limits: SpaceLimits): Promise<void> {
    const sizes = new Map((await objects.list()).map(({ hash, bytes }) => [hash, bytes]));
    const stored = (await manifests.list()).toSorted((a, b) => a.changes.at - b.changes.at);
    const { leaving, needed, free } = leave(stored, sizes, limits);
    // What would only save the next command some time goes where there is no room for it.
    const scanned = [...(await index.hashes())].filter((hash) => !needed.has(hash));
    if (sum(scanned, sizes) > free) await index.forget();
    else for (const hash of scanned) needed.add(hash);
    for (const one of leaving) await manifests.remove(one);
    for (const hash of sizes.keys()) if (!needed.has(hash)) await objects.remove(hash);
    if (leaving.length > 0) log("info", "what old runs changed can be taken back no more", { runs: leaving.length });
  }

  return {
    describe,
    async tidy(limits) {
      await gate.tidying(() => tidy(limits));
    },
  };
}

function countUses(stored: readonly StoredManifest[]): Map<string, number> {
  const uses = new Map<string, number>();
  for (const { changes } of stored) for (const hash of hashesOf(changes)) uses.set(hash, (uses.get(hash) ?? 0) + 1);
  return uses;
}

function hashesOf({ paths }: RunChanges): ReadonlySet<string> {
  const states = [...paths.values()].flatMap(({ before, after, next, left }) => [before, after, next, left]);
  return new Set(states.flatMap((state: FileState | null) => (state?.kind === "file" ? [state.hash] : [])));
}

function sum(hashes: readonly string[], sizes: ReadonlyMap<string, number>): number {
  return hashes.reduce((total, hash) => total + (sizes.get(hash) ?? 0), 0);
}
