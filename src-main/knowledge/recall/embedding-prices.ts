import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { ownValue } from "../../../src-preload/contract/own-value.ts";
import type { Settings } from "../../../src-preload/contract/settings.ts";
import { z } from "../../../src-preload/contract/zod.ts";
import type { Host } from "../../host.ts";

const tableSchema = z.object({
  embeddings: z.array(z.object({ match: z.string().min(1), perMillion: z.number().min(0) })),
});

/** The well-known models of embeddings, by the table that comes along. */
export interface EmbeddingPrices {
  /** Dollars for a million tokens: as `prices` of the settings says, else as the table does; null where neither tells. */
  of(modelId: string, prices: Settings["prices"]): Promise<number | null>;
  /** All of them as `provider/model`, the likeliest of each provider first. */
  models(): Promise<readonly string[]>;
}

export function createEmbeddingPrices({ paths, log }: Pick<Host, "paths" | "log">): EmbeddingPrices {
  let reading: Promise<z.infer<typeof tableSchema>> | null = null;
  async function read(): Promise<z.infer<typeof tableSchema>> {
    try {
      return tableSchema.parse(JSON.parse(await readFile(join(paths.resources, "models.json"), "utf8")));
    } catch (cause) {
      log("error", "the prices of embeddings cannot be read", { reason: String(cause) });
      return { embeddings: [] };
    }
  }
  const table = (): Promise<z.infer<typeof tableSchema>> => {
    reading ??= read();
    return reading;
  };
  return {
    async of(modelId, prices) {
      const own = ownValue(prices, modelId) ?? ownValue(prices, modelId.slice(modelId.indexOf("/") + 1));
      if (own !== undefined) return own.input;
      const known = (await table()).embeddings.find(({ match }) => match === modelId);
      return known?.perMillion ?? null;
    },
    models: async () => (await table()).embeddings.map(({ match }) => match),
  };
}
