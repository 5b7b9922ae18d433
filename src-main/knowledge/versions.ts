import { join } from "node:path";
import type { KnowledgeVersion, VersionAuthor } from "../../src-preload/contract/knowledge.ts";
import { type AsyncResult, fail, ok } from "../../src-preload/contract/result.ts";
import { createObjectStore, hashOf } from "../storage/object-store.ts";
import { storageError } from "../storage/storage-error.ts";
import { createVersionLog, type VersionLine, type VersionLogOptions } from "./version-log.ts";

/** What the files of the knowledge were, each content once. Its folder is read on first use. */
export interface Versions extends AsyncDisposable {
  /**
   * Makes sure that what stands there now is kept before it is changed; what nobody told of came from another program.
   * Null: there is no file. Answers whether it was new.
   */
  keepPresent(path: string, bytes: Uint8Array | null): AsyncResult<boolean>;
  /** Nothing where the last version has the same content. */
  add(path: string, bytes: Uint8Array | null, author: VersionAuthor): AsyncResult<void>;
  /** Newest first. */
  list(path: string): AsyncResult<readonly KnowledgeVersion[]>;
  /** Null where this content is not kept, or was never one of this path. */
  read(path: string, version: string): AsyncResult<Buffer | null>;
}

/** `path` of the options: the folder. */
type VersionsOptions = Omit<VersionLogOptions, "path"> & { readonly folder: string };

/** Versions of one file that are kept; where there are more the oldest go when the folder is opened. */
const mostOfOne = 300;

export function createVersions(options: VersionsOptions): Versions {
  const { folder, files, clock } = options;
  const objects = createObjectStore(join(folder, "objects"), files);
  const log = createVersionLog({ ...options, path: join(folder, "versions.jsonl") });
  let opened: Promise<Map<string, VersionLine[]>> | null = null;

  async function load(): Promise<Map<string, VersionLine[]>> {
    const byPath = Map.groupBy(await log.read(), ({ path }) => path);
    if ([...byPath.values()].some((own) => own.length > mostOfOne)) await tidy(byPath);
    return byPath;
  }

  async function tidy(byPath: Map<string, VersionLine[]>): Promise<void> {
    for (const [path, own] of byPath) byPath.set(path, own.slice(-mostOfOne));
    const kept = [...byPath.values()].flat().toSorted((a, b) => a.time - b.time);
    await log.replace(kept);
    const used = new Set(kept.map(({ version }) => version));
    for (const { hash } of await objects.list()) if (!used.has(hash)) await objects.remove(hash);
  }

  async function guarded<Value>(work: (byPath: Map<string, VersionLine[]>) => Promise<Value>): AsyncResult<Value> {
    try {
      opened ??= load();
      return ok(await work(await opened));
    } catch (cause) {
      // What could not be read now may be read later.
      opened = null;
      return fail(storageError(cause, folder));
    }
  }

  /** Whether it is another content than the last version had. */
  async function keep(path: string, bytes: Uint8Array | null, author: VersionAuthor): AsyncResult<boolean> {
    return guarded(async (byPath) => {
      const own = byPath.get(path) ?? [];
      const version = bytes === null ? null : hashOf(bytes);
      if ((own.at(-1)?.version ?? null) === version) return false;
      if (bytes !== null) await objects.keep(bytes, true);
      const line = { path, time: clock.now(), version, bytes: bytes?.length ?? 0, author };
      await log.add(line);
      byPath.set(path, [...own, line]);
      return true;
    });
  }

  return {
    keepPresent: (path, bytes) => keep(path, bytes, { kind: "outside" }),
    async add(path, bytes, author) {
      const kept = await keep(path, bytes, author);
      return kept.ok ? ok(undefined) : kept;
    },
    list: (path) =>
      guarded(async (byPath) => (byPath.get(path) ?? []).toReversed().map(({ path: _, ...version }) => version)),
    read: (path, version) =>
      guarded(async (byPath) =>
        byPath.get(path)?.some((line) => line.version === version) === true ? objects.read(version) : null,
      ),
    [Symbol.asyncDispose]: () => log.release(),
  };
}
