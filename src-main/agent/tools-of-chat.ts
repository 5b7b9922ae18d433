import { isPrivateKey, isSubagentKey } from "../../src-preload/contract/session-key.ts";

/** Tools of the memory, which a private chat neither reads nor feeds. */
const memoryTools: ReadonlySet<string> = new Set(["remember", "forget", "recall"]);

/** What a sub-agent does not have: it asks for no others, plans nothing, and nobody hears it but who asked for it. */
const ownTools: ReadonlySet<string> = new Set(["spawn", "message", "cron", "ask_user"]);

/** Whether a chat has this tool at all, by what kind of chat it is. */
export function hasTool(key: string, name: string): boolean {
  return !(isPrivateKey(key) && memoryTools.has(name)) && !(isSubagentKey(key) && ownTools.has(name));
}
