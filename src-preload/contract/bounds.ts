/*
 * What the key of a chat, a message and a draft may hold. Apart from the schemas that check it, so that a page that only needs the numbers does
 * not load zod.
 */

export const maxSessionKeyChars = 200;
/** `channel:chatId`, with a thread or without. */
export const sessionKeyForm = /^[a-z][a-z0-9-]*:[^\u0000-\u001f]+$/;
/** The largest text of one message, in characters. */
export const maxMessageChars = 4_000_000;
/** The maximum number of files of one message. */
export const maxMessageMedia = 50;
/** Of one file that goes with a message. */
export const maxAttachedBytes = 20 * 1024 * 1024;
/** So many that were laid aside go with a draft. */
export const maxAside = 20;

interface Written {
  readonly text: string;
}

/** The length of a draft, with what lies aside: the bound holds for all of it, so that one frame carries it. */
export function draftChars(draft: Written & { readonly aside?: readonly Written[] }): number {
  return (draft.aside ?? []).reduce((sum, { text }) => sum + text.length, draft.text.length);
}
