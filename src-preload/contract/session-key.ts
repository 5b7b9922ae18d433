import { maxSessionKeyChars, sessionKeyForm } from "./bounds.ts";
import type { SessionKey } from "./ids.ts";

/** Whether this is the key of a chat, as `sessionKeySchema` has it; without zod, for pages. */
export function isSessionKey(value: unknown): value is SessionKey {
  return typeof value === "string" && value.length <= maxSessionKeyChars && sessionKeyForm.test(value);
}
