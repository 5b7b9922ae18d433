import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "../../src-preload/contract/zod.ts";
import type { Host } from "../host.ts";

const tableSchema = z.object({
  transcription: z.array(z.object({ match: z.string().min(1), perMinute: z.number().min(0) })),
});

/** The well-known hosted models of speech, by the table that comes along. */
export interface MinutePrices {
  /** What a minute costs; null where the table does not tell. */
  of(modelId: string): Promise<number | null>;
  /** All of them, the likeliest of each provider first. */
  models(): Promise<readonly string[]>;
}

export function createMinutePrices({ paths, log }: Pick<Host, "paths" | "log">): MinutePrices {
  let read: Promise<z.infer<typeof tableSchema>> | null = null;
  const table = (): Promise<z.infer<typeof tableSchema>> => {
    read ??= readFile(join(paths.resources, "models.json"), "utf8")
      .then((content) => tableSchema.parse(JSON.parse(content)))
      .catch((cause: unknown) => {
        log("error", "the prices of transcription cannot be read", { reason: String(cause) });
        return { transcription: [] };
      });
    return read;
  };
  return {
    async of(modelId) {
      const { transcription } = await table();
      // A name with a date behind it is the same model; one with another word is not.
      const known = transcription.find(({ match }) => modelId === match || /^-\d{4}/.test(behind(modelId, match)));
      return known?.perMinute ?? null;
    },
    models: async () => (await table()).transcription.map(({ match }) => match),
  };
}

/** What a name has behind its beginning; "" where it begins otherwise. */
function behind(name: string, start: string): string {
  return name.startsWith(start) ? name.slice(start.length) : "";
}
