import type { SessionKey } from "./ids.ts";
import { z } from "./zod.ts";

/** What an end of Perch that was no proper one has cut off; empty where nothing was, and once the person has closed it. */
export interface CrashReport {
  /** Newest first. */
  readonly chats: readonly { readonly sessionKey: SessionKey; readonly title: string }[];
}

/** Inputs of the routes about it. */
export const crashRoutes = {
  /** A chat whose run was gone on with is not in it any more. */
  "crash.describe": () => z.object({}),
  /** It was seen, and is not told again. */
  "crash.close": () => z.object({}),
} as const;

/** What their handlers answer. */
export interface CrashOutputs {
  readonly "crash.describe": CrashReport;
  readonly "crash.close": Readonly<Record<string, never>>;
}
