import { parseSessionKey, type SessionKey } from "../../../src-preload/contract/ids.ts";

/** Chats that no person has: what Perch says to itself. */
const ownChannels: ReadonlySet<string> = new Set(["system", "heartbeat"]);

/** Whether what is said in a chat may be found by words: the one place where chats are left out of the search. */
export function isSearchable(key: SessionKey): boolean {
  return !ownChannels.has(parseSessionKey(key).channel);
}
