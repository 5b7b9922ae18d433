import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "../../src-preload/contract/zod.ts";
import type { Host } from "../host.ts";

const tableSchema = z.object({
  transcription: z.array(z.object({ match: z.string().min(1), perMinute: z.number().min(0) })),
});

/** What a minute costs with well-known hosted models, by the table that comes along; null where it has none. */
export type MinutePrices = (modelId: string) => Promise<number | null>;

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
  return async (modelId) => {
    const { transcription } = await table();
    // A name with a date behind it is the same model; one with another word is not.
    const isOf = (match: string): boolean => modelId === match || new RegExp(`^${match}-\\d{4}`).test(modelId);
    return transcription.find(({ match }) => isOf(match))?.perMinute ?? null;
  };
}
