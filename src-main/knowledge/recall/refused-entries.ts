import { type AsyncResult, ok } from "../../../src-preload/contract/result.ts";
import { z } from "../../../src-preload/contract/zod.ts";
import type { Clock } from "../../host.ts";
import type { FileSystem } from "../../storage/file-system.ts";
import { createJsonFile } from "../../storage/json-file.ts";
import { text } from "../../words.ts";

/** What the person does not want to be recalled: ids of entries, in `recall-refused.json`. */
export interface RefusedEntries {
  list(): AsyncResult<readonly string[]>;
  set(id: string, isRefused: boolean): AsyncResult<void>;
}

const fileSchema = z.looseObject({ refused: z.array(z.string()).default([]) });
/** Of more the oldest leave. */
const most = 2000;

export function createRefusedEntries(options: {
  readonly path: string;
  readonly files: FileSystem;
  readonly clock: Pick<Clock, "now">;
}): RefusedEntries {
  const file = createJsonFile({
    ...options,
    parse: (value) => fileSchema.parse(value),
    unreadable: (reason) => text("rules.unreadable", { file: "recall-refused.json", reason }),
  });
  return {
    async list() {
      const read = await file.read();
      return read.ok ? ok(read.value.refused) : read;
    },
    async set(id, isRefused) {
      const written = await file.update((content) => {
        const others = content.refused.filter((one) => one !== id);
        return { ...content, refused: (isRefused ? [...others, id] : others).slice(-most) };
      });
      return written.ok ? ok(undefined) : written;
    },
  };
}
