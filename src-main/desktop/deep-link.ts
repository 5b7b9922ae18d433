import { maxMessageChars } from "../../src-preload/contract/bounds.ts";

/** The scheme of links that open Perch from other programs. */
export const linkScheme = "perch";

const mostChars = 4 * maxMessageChars;

/**
 * The words that a link puts into the composer of a new chat; null for any other link. `perch://new-chat?text=WORDS` is the only
 * one that there is: a link may fill a form, and do nothing. What cannot be seen in the composer is left out.
 */
export function wordsOfLink(link: string): string | null {
  if (link.length > mostChars || !URL.canParse(link)) return null;
  const { protocol, hostname, pathname, username, password, port, hash, searchParams } = new URL(link);
  const isBare = username === "" && password === "" && port === "" && hash === "" && /^\/?$/.test(pathname);
  const names = [...searchParams.keys()];
  if (protocol !== `${linkScheme}:` || hostname !== "new-chat" || !isBare) return null;
  if (names.length !== 1 || names[0] !== "text") return null;
  const words = (searchParams.get("text") ?? "").replace(unseen, "").trim();
  return words === "" || words.length > maxMessageChars ? null : words;
}

/** Controls, turners of direction, tags and what no alphabet has; but for tabs, line ends and what joins letters of some scripts. */
const unseen = /[^\P{C}\t\n\u200c\u200d]/gu;

/** Of the words that a program was started with those that are links. */
export function linksAmong(words: readonly string[]): readonly string[] {
  return words.filter((word) => word.toLowerCase().startsWith(`${linkScheme}:`));
}
