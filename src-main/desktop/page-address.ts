/* Places of the window, as its address has them: what the shell asks of a page it asks in the way of a link. */

/** A new chat with these words in its composer. */
export function newChatAddress(words: string): string {
  return `#/chats?text=${encodeURIComponent(words)}`;
}
