import { z } from "./zod.ts";

/** What one run that nobody watches may take; null: as the settings say. */
export const runLimitsSchema = z.object({
  maxIterations: z.number().int().min(1).max(1000).nullable().default(null),
  maxTokens: z.number().int().min(1000).max(100_000_000).nullable().default(null),
  maxDurationSeconds: z.number().int().min(1).max(86_400).nullable().default(null),
});
