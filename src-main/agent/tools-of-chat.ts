import { isPrivateKey, takesMessages } from "../../src-preload/contract/session-key.ts";

/** Tools of the memory, which a private chat neither reads nor feeds. */
const memoryTools: ReadonlySet<string> = new Set(["remember", "forget", "recall"]);

/** Whether a chat has this tool at all, by what kind of chat it is. */
export function hasTool(key: string, name: string): boolean {
  if (name === "message") return takesMessages(key);
  return !(isPrivateKey(key) && memoryTools.has(name));
}
