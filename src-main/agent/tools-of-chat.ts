import { isBeatKey, isPrivateKey } from "../../src-preload/contract/session-key.ts";

/** Tools of the memory, which a private chat neither reads nor feeds. */
const memoryTools: ReadonlySet<string> = new Set(["remember", "forget", "recall"]);

/** What only a beat has: its answer reaches nobody. */
const beatTools: ReadonlySet<string> = new Set(["notify"]);

/** Whether a chat has this tool at all, by what kind of chat it is. */
export function hasTool(key: string, name: string): boolean {
  if (beatTools.has(name) && !isBeatKey(key)) return false;
  return !(isPrivateKey(key) && memoryTools.has(name));
}
