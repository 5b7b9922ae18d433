import type { FoundMessage } from "../../../src-preload/contract/message-search.ts";
import { stripControls } from "../../../src-preload/contract/reveal-controls.ts";
import { text } from "../../words.ts";
import { agoText } from "./chat-lines.ts";
import { fitWidth } from "./text-width.ts";

const indent = "    ";

/** Two lines each: the chat, when, who and the key; and what was said around the words. */
export function foundLines(hits: readonly FoundMessage[], now: number, width: number): readonly string[] {
  return hits.flatMap((hit) => {
    const { title, date, role, archived, isActive, sessionKey, snippet, marks } = hit;
    const about = [
      title === "" ? text("terminal.untitled") : onOneLine(title),
      agoText(now - date),
      text(role === "user" ? "terminal.found.you" : "terminal.found.perch"),
      ...(archived ? [text("terminal.found.archived")] : []),
      ...(isActive ? [] : [text("terminal.found.otherBranch")]),
      sessionKey,
    ];
    const room = Math.max(20, width - indent.length);
    const said = fitWidth(onOneLine(fromWord(snippet, marks[0]?.[0] ?? 0, room)), room);
    return [about.join(" · "), indent + said];
  });
}

/** From a little before the first of the words on, where that would not be in the line. */
function fromWord(snippet: string, first: number, room: number): string {
  if (first < room / 2) return snippet;
  const space = snippet.indexOf(" ", Math.max(0, first - Math.floor(room / 4)));
  return `… ${snippet.slice(space >= 0 && space < first ? space + 1 : first)}`;
}

function onOneLine(words: string): string {
  return stripControls(words).replace(/\s+/g, " ").trim();
}
