import { dirname } from "node:path";
import type { Pause } from "../../src-preload/contract/automations.ts";
import { contractError } from "../../src-preload/contract/errors.ts";
import { type AsyncResult, fail, ok } from "../../src-preload/contract/result.ts";
import { z } from "../../src-preload/contract/zod.ts";
import type { Host } from "../host.ts";
import type { FileSystem } from "../storage/file-system.ts";
import { createJsonFile } from "../storage/json-file.ts";
import { storageError } from "../storage/storage-error.ts";
import { text } from "../words.ts";

/** `automations/pause.json`: whether what runs by itself is paused. */
export interface PauseStore {
  /** The pause that holds now; null where none does. `bad-settings` for a file that cannot be read: it is left as it is. */
  current(): AsyncResult<Pause | null>;
  /** Null ends it. `invalid-input` for a moment that is past. Resolves once it is on the disk. */
  set(pause: Pause | null): AsyncResult<void>;
  /** Whether nothing may be run by itself now (milliseconds since 1970); also where the file cannot be read. */
  isPaused(now: number): Promise<boolean>;
}

interface PauseParts {
  readonly host: Pick<Host, "now">;
  readonly files: FileSystem;
  readonly path: string;
  readonly changed: (pause: Pause | null) => void;
}

const fileSchema = z.looseObject({
  paused: z
    .looseObject({ until: z.iso.datetime({ offset: true }).nullable() })
    .nullable()
    .default(null),
});

export function createPauseStore({ host, files, path, changed }: PauseParts): PauseStore {
  const file = createJsonFile({
    path,
    files,
    clock: host,
    parse: (value) => fileSchema.parse(value),
    unreadable: (reason) => text("job.unreadable", { path, reason }),
  });

  async function at(now: number): AsyncResult<Pause | null> {
    const read = await file.read();
    if (!read.ok) return read;
    const { paused } = read.value;
    if (paused === null) return ok(null);
    const until = paused.until === null ? null : Date.parse(paused.until);
    return ok(until !== null && until <= now ? null : { until });
  }

  return {
    current: () => at(host.now()),
    async isPaused(now) {
      const pause = await at(now);
      return !pause.ok || pause.value !== null;
    },
    async set(pause) {
      const until = pause?.until ?? null;
      if (until !== null && until <= host.now()) return fail(contractError("invalid-input", text("job.pausePast")));
      try {
        await files.mkdir(dirname(path), { recursive: true, mode: 0o700 });
      } catch (cause) {
        return fail(storageError(cause, dirname(path)));
      }
      const paused = pause === null ? null : { until: until === null ? null : new Date(until).toISOString() };
      const written = await file.update((content) => ({ ...content, paused }));
      if (!written.ok) return written;
      changed(pause);
      return ok(undefined);
    },
  };
}
