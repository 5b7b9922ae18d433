import type { SessionKey } from "../../src-preload/contract/ids.ts";
import { isSessionKey } from "../../src-preload/contract/session-key.ts";

/** Of a chat that this window begins. */
export function newSessionKey(prefix = ""): SessionKey {
  const random = crypto.getRandomValues(new Uint32Array(2));
  const id = `${Date.now().toString(36)}${[...random].map((part) => part.toString(36)).join("")}`;
  const key = `desktop:${prefix}${id}`;
  if (!isSessionKey(key)) throw new Error(`${key} is no key of a chat`);
  return key;
}
