import type { SessionKey } from "../../src-preload/contract/ids.ts";
import { sessionKeySchema } from "../../src-preload/contract/ids.ts";
import { z } from "../../src-preload/contract/zod.ts";
import type { LogLevel } from "../host.ts";
import type { MessageSearchCall } from "./message-search/search-calls.ts";
import type { RecallCall } from "./recall-calls.ts";
import type { IndexedSession } from "./session-file/session-summary.ts";

/*
 * What goes over the port between the database's thread and the rest. Rows of sessions that are open come along with a
 * question, so that the answer knows them.
 */

export const indexCursorSchema = z.object({ pinned: z.boolean(), updatedAt: z.number(), key: sessionKeySchema });
/** The row after which a page begins. */
export type IndexCursor = z.infer<typeof indexCursorSchema>;

export interface IndexQuery {
  /** Part of a title; null for all. */
  readonly search: string | null;
  readonly archived: boolean;
  /** Only those that people began. */
  readonly attended: boolean;
  readonly after: IndexCursor | null;
  readonly limit: number;
}

export type DatabaseRequest =
  | { readonly name: "list"; readonly query: IndexQuery; readonly rows: readonly IndexedSession[] }
  | { readonly name: "unfinished"; readonly rows: readonly IndexedSession[] }
  | { readonly name: "remove"; readonly key: SessionKey }
  /** Answered when every file of the folder was looked at. */
  | { readonly name: "settled" }
  | { readonly name: "recall"; readonly call: RecallCall }
  | { readonly name: "messages"; readonly call: MessageSearchCall; readonly rows: readonly IndexedSession[] }
  | { readonly name: "close" };

export interface DatabaseCall {
  readonly id: number;
  readonly request: DatabaseRequest;
}

export type DatabaseReply =
  | { readonly kind: "answer"; readonly id: number; readonly value: unknown }
  | { readonly kind: "failure"; readonly id: number; readonly reason: string }
  | {
      readonly kind: "log";
      readonly level: LogLevel;
      readonly message: string;
      readonly data: Readonly<Record<string, unknown>>;
    };

export interface DatabaseWorkerData {
  readonly path: string;
  readonly sessionsFolder: string;
  readonly backupsFolder: string;
  readonly now: number;
}

export const summarySchema = z.object({
  key: sessionKeySchema,
  title: z.string(),
  createdAt: z.number(),
  updatedAt: z.number(),
  state: z.enum(["idle", "running", "waiting", "asks", "interrupted", "failed", "stopped", "over-budget"]),
  pinned: z.boolean(),
  archived: z.boolean(),
  preview: z.string(),
  damagedLines: z.number(),
  missing: z.boolean(),
  unreadable: z.string().exactOptional(),
});

export const indexPageSchema = z.object({ sessions: z.array(summarySchema), hasMore: z.boolean() });
export type IndexPage = z.infer<typeof indexPageSchema>;
