import { maxSessionKeyChars, sessionKeyForm } from "./bounds.ts";
import type { MessageId, SessionKey } from "./ids.ts";

/**
 * Whether this is the key of a private chat: of one that keeps nothing, reads no memory and is in nobody's. That is said by its
 * key from the beginning (`desktop:private-8f3k2q`), so that nothing can be written before it is known.
 */
export function isPrivateKey(key: string): boolean {
  return key.startsWith(privatePrefix, key.indexOf(":") + 1);
}

/** Where runs begin by themselves. */
export const unattendedChannels: readonly string[] = ["cron", "heartbeat", "subagent"];

/** Whether runs of this chat begin by themselves: nobody watches them, and they may take less. */
export function isUnattendedKey(key: string): boolean {
  return unattendedChannels.includes(key.slice(0, key.indexOf(":")));
}

/** Where chats begin that another program asks for. */
export const programChannel = "mcp";

/** Whether another program began this chat. */
export function isProgramKey(key: string): boolean {
  return key.startsWith(`${programChannel}:`);
}

/** Whether this is the key of a sub-agent's chat. */
export function isSubagentKey(key: string): boolean {
  return key.startsWith("subagent:");
}

/** Whether this is the chat of the heartbeat. */
export function isBeatKey(key: string): boolean {
  return key.startsWith("heartbeat:");
}

/** The job whose run this chat is; null for any other chat. */
export function jobOfKey(key: string): string | null {
  return /^cron:([^:]+):/.exec(key)?.[1] ?? null;
}

/** Whether the agent may tell this chat something from another one: none that works by itself for a chat or a beat, and no private one. */
export function takesMessages(key: string): boolean {
  return !isPrivateKey(key) && !/^(?:heartbeat|subagent):/.test(key);
}

/** How the name of a private chat begins, behind its channel. */
export const privatePrefix = "private-";

/** Whether this is the key of a chat, as `sessionKeySchema` has it; without zod, for pages. */
export function isSessionKey(value: unknown): value is SessionKey {
  return typeof value === "string" && value.length <= maxSessionKeyChars && sessionKeyForm.test(value);
}

/** Whether a text could be the id of a message. Without zod, for pages. */
export function isMessageId(text: string): text is MessageId {
  return text.length > 0 && text.length <= 100;
}
