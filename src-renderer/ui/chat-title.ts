import { revealWords } from "../../src-preload/contract/reveal-controls.ts";
import { text } from "./text.ts";

/** The name of a chat, in words that can be seen: one without a title, or whose title has no visible sign, is a new chat. */
export function chatTitle(title: string): string {
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(title) ? revealWords(title) : text("chat.new");
}
