import { sessionsMigration } from "./0001-sessions.ts";
import type { Migration } from "./migration.ts";

/** In order, without gaps. */
export const migrations: readonly Migration[] = [sessionsMigration];
