import { revealWords } from "../../src-preload/contract/reveal-controls.ts";
import { text } from "./text.ts";

/** The name of a chat, in words that can be seen; `instead` where it has no title, or one without a visible sign. */
export function chatTitle(title: string, instead = text("chat.new")): string {
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(title) ? revealWords(title) : instead;
}
