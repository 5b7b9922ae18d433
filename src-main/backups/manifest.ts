import { backupCountsSchema, backupReasons } from "../../src-preload/contract/backups.ts";
import { parseBoundedJson } from "../../src-preload/contract/bounded-json.ts";
import { z } from "../../src-preload/contract/zod.ts";

/** Of the first entries of a backup, for whoever opens it without Perch. */
export const readMeName = "READ-ME.txt";
/** What it holds, an entry of its own, the last one. */
export const manifestName = "perch-backup.json";

/** A later Perch that writes another shape counts on. */
export const backupFormat = 1;

/** The comment of the zip: what a list shows of a backup, without reading more than the end of its file. ASCII. */
const summarySchema = z.object({
  format: z.number().int(),
  at: z.number(),
  reason: z.enum(backupReasons),
  version: z.string().max(100),
  /** Files and their bytes, the manifest and the read-me left out. */
  files: z.number().int().min(0),
  bytes: z.number().int().min(0),
  counts: backupCountsSchema,
  /** `WalkedHome.state` of the home that it was made of. */
  state: z.string().max(200),
});
export type BackupSummary = z.infer<typeof summarySchema>;

const manifestSchema = z.object({
  /** Path, bytes and messages of each chat. */
  chats: z.array(z.tuple([z.string(), z.number(), z.number()])),
  /** Links that were not followed. */
  links: z.array(z.string()),
});
export type BackupManifest = z.infer<typeof manifestSchema>;

/** Null for what is none. */
export function parseSummary(comment: string): BackupSummary | null {
  return parsed(comment, summarySchema);
}

/** Null for what is none. */
export function parseManifest(content: string): BackupManifest | null {
  return parsed(content, manifestSchema);
}

function parsed<Value>(content: string, schema: z.ZodType<Value>): Value | null {
  try {
    const value = schema.safeParse(parseBoundedJson(content));
    return value.success ? value.data : null;
  } catch (cause) {
    if (cause instanceof SyntaxError) return null;
    throw cause;
  }
}
