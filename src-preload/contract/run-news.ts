import { z } from "./zod.ts";

/** A file as the changes of a run have it; `none`: it is none of them any more. */
const runFileSchema = z.looseObject({
  /** Absolute. */
  path: z.string(),
  status: z.enum(["added", "modified", "deleted", "renamed", "none"]),
  by: z.enum(["tool", "command"]),
  /** Lines, from before the run until then; left out where it is no text. */
  added: z.number().optional(),
  removed: z.number().optional(),
});
export type RunFile = z.infer<typeof runFileSchema>;

/** Laid on each other, call by call, these are the changes of the run. */
export const runNewsSchema = z.object({
  /** Those that became others by this call. */
  files: z.array(runFileSchema),
  /** How many files the run changed beside those that are told. */
  more: z.number(),
});
export type RunNews = z.infer<typeof runNewsSchema>;
