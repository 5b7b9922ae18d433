import type { McpTarget } from "../../../../src-preload/contract/mcp.ts";
import { revealLine } from "../../../../src-preload/contract/reveal-controls.ts";

/** As one would type it: what has spaces or signs in it in quotes. */
export function spellCommand(command: string, args: readonly string[]): string {
  return revealLine([command, ...args].map(quoted).join(" "));
}

/** What a server runs or asks, whole. */
export function spellTarget(target: McpTarget): string {
  return target.kind === "address" ? revealLine(target.url) : spellCommand(target.command, target.args);
}

function quoted(word: string): string {
  if (/^[\w@%+=:,./~\\-]+$/.test(word)) return word;
  return word.includes('"') ? `'${word}'` : `"${word}"`;
}
