import { z } from "./zod.ts";

/* Copies of what Perch keeps, each one file that can be read without Perch. */

/** `daily`: by itself. `manual`: the person asked. `update`, `restore`: made before one. */
export const backupReasons = ["daily", "manual", "update", "restore"] as const;
export type BackupReason = (typeof backupReasons)[number];

const count = z.number().int().min(0);
/** Messages are those of the person and of Perch; facts are the entries of MEMORY.md. */
export const backupCountsSchema = z.object({
  chats: count,
  messages: count,
  facts: count,
  skills: count,
  jobs: count,
});
export type BackupCounts = z.infer<typeof backupCountsSchema>;

/** One backup. `id`: its file's name without the ending. `at`: milliseconds since 1970. */
export interface BackupRow {
  readonly id: string;
  readonly at: number;
  readonly bytes: number;
  readonly reason: BackupReason;
  /** Of the Perch that made it. */
  readonly version: string;
  readonly counts: BackupCounts;
}

/** A zip in the folder that is no backup, or a broken one; `reason` is a sentence. */
export interface BrokenBackup {
  readonly id: string;
  readonly reason: string;
}

/** What is on; `done` and `total` are bytes. */
export interface BackupWork {
  readonly kind: "make" | "restore";
  readonly done: number;
  readonly total: number;
}

export interface BackupsView {
  readonly folder: string;
  /** The newest first. */
  readonly backups: readonly BackupRow[];
  readonly broken: readonly BrokenBackup[];
  readonly work: BackupWork | null;
  /** Why the last one that was made by itself failed; null where it did not. */
  readonly problem: string | null;
}

export interface RestorePreview {
  readonly backup: BackupRow;
  readonly now: BackupCounts;
  /** What is there now and not in the backup: a restore takes it away. Whoever restores the backup made before has it again. */
  readonly lost: BackupCounts;
  /** Runs that are on, and would be stopped. */
  readonly runs: number;
  /** Whether this Perch can take the backup's place by itself; else it says why not. */
  readonly obstacle: string | null;
}

/** `kept`: the present as it was before, made as a backup. Perch starts anew with what was restored. */
export interface RestoreReceipt {
  readonly kept: BackupRow;
}

const backupId = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,120}$/);

/** Inputs of the routes about backups. */
export const backupRoutes = {
  "backups.list": () => z.object({}),
  /** Answers once it is made. `busy` while another one is; `cancelled` where it was stopped. */
  "backups.make": () => z.object({ reason: z.enum(["manual", "update"]).default("manual") }),
  /** Stops what is on, and leaves nothing of it. */
  "backups.stop": () => z.object({}),
  /** What a restore of it would change. Nothing is changed yet. */
  "backups.preview": () => z.object({ id: backupId }),
  /** Makes a backup of the present and puts this one in its place. `busy` while runs are on and are not to be stopped. */
  "backups.restore": () => z.object({ id: backupId, stopRuns: z.boolean().default(false) }),
} as const;

/** What their handlers answer. */
export interface BackupOutputs {
  readonly "backups.list": BackupsView;
  readonly "backups.make": { readonly backup: BackupRow };
  readonly "backups.stop": Readonly<Record<string, never>>;
  readonly "backups.preview": RestorePreview;
  readonly "backups.restore": RestoreReceipt;
}
