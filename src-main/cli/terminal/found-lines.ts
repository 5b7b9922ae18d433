import type { FoundMessage } from "../../../src-preload/contract/message-search.ts";
import { stripControls } from "../../../src-preload/contract/reveal-controls.ts";
import { text } from "../../words.ts";
import { agoText } from "./chat-lines.ts";
import { fitWidth } from "./text-width.ts";

const indent = "    ";

/** Two lines each: the chat, when, who and the key; and what was said around the words. */
export function foundLines(hits: readonly FoundMessage[], now: number, width: number): readonly string[] {
  return hits.flatMap((hit) => {
    const { title, date, role, archived, isActive, sessionKey, snippet } = hit;
    const about = [
      title === "" ? text("terminal.untitled") : onOneLine(title),
      agoText(now - date),
      text(role === "user" ? "terminal.found.you" : "terminal.found.perch"),
      ...(archived ? [text("terminal.found.archived")] : []),
      ...(isActive ? [] : [text("terminal.found.otherBranch")]),
      sessionKey,
    ];
    const said = fitWidth(onOneLine(snippet), Math.max(20, width - indent.length));
    return [about.join(" · "), indent + said];
  });
}

function onOneLine(words: string): string {
  return stripControls(words).replace(/\s+/g, " ").trim();
}
