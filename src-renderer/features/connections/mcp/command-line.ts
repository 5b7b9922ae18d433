import { revealLine } from "../../../../src-preload/contract/reveal-controls.ts";

/** As one would type it: what has spaces or signs in it in quotes. */
export function spellCommand(command: string, args: readonly string[]): string {
  return revealLine([command, ...args].map(quoted).join(" "));
}

function quoted(word: string): string {
  if (/^[\w@%+=:,./~\\-]+$/.test(word)) return word;
  return word.includes('"') ? `'${word}'` : `"${word}"`;
}
