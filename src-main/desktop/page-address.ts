import type { MessageId, SessionKey } from "../../src-preload/contract/ids.ts";

/* Places of the window, as its address has them: what the shell asks of a page it asks in the way of a link. */

/** A chat, at this message where one is named. */
export function chatAddress(key: SessionKey, message: MessageId | null = null): string {
  const place = `#/chats/${encodeURIComponent(key)}`;
  return message === null ? place : `${place}?message=${encodeURIComponent(message)}`;
}

/** A new chat with these words in its composer. */
export function filledChatAddress(words: string): string {
  return `#/chats?text=${encodeURIComponent(words)}`;
}

/** The new chat that was begun and not sent, or another one. */
export const newChatAddress = "#/chats?new=";

export const inboxAddress = "#/inbox";
export const settingsAddress = "#/settings";
export const knowledgeAddress = "#/knowledge";
export const automationsAddress = "#/automations";
