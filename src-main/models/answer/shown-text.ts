import type { ModelSink } from "../model.ts";
import { createCodeReader } from "./code-blocks.ts";
import { brokenOpeningEnd, findClosing, mayOpen, openingEnd } from "./think-tags.ts";

/*
 * What of a growing text is shown at once. It decides nothing about the answer (that is read from the whole text at
 * its end); it only keeps think tags and calls written as text from flashing up and vanishing again.
 */

export interface ShownText {
  push(delta: string): void;
  /** The answer is over: shows what was held back and belongs to `content` after all. */
  finish(content: string): void;
  /** Whether any text was handed to the sink. */
  readonly hasShown: boolean;
}

type State = "opening" | "thinking" | "open" | "markup";

const longestTag = 40;

/** `openers`: words that may open a call; none when no tool was offered. */
export function createShownText(sink: Pick<ModelSink, "text" | "reasoning">, openers: readonly string[]): ShownText {
  let state: State = "opening";
  /** Text that may still become a tag; at most a tag long, but for white space. */
  let held = "";
  const shown: string[] = [];
  let hasHidden = false;
  const code = createCodeReader();
  /** So many pieces of what was shown are followed: most answers never ask what lies in code. */
  let followed = 0;

  function show(text: string): void {
    if (text === "") return;
    shown.push(text);
    sink.text(text);
  }

  function isInCode(ahead: string): boolean {
    code.advance(shown.slice(followed).join(""));
    followed = shown.length;
    return code.isInside(ahead);
  }

  function showRest(content: string): void {
    const before = shown.join("");
    if (content.startsWith(before)) show(content.slice(before.length));
  }

  function think(text: string): void {
    hasHidden = true;
    if (text !== "") sink.reasoning(text);
  }

  /** At the start of the answer, or behind a think block: is this a tag? */
  function opening(text: string): void {
    const end = openingEnd(text);
    if (end > 0) {
      state = "thinking";
      think("");
      advance(text.slice(end));
      return;
    }
    if (mayOpen(text)) {
      held = text;
      return;
    }
    const broken = brokenOpeningEnd(text);
    if (broken > 0) hasHidden = true;
    state = "open";
    advance(hasHidden ? text.slice(broken).trimStart() : text);
  }

  function thinking(text: string): void {
    const close = findClosing(text);
    if (close !== null) {
      think(text.slice(0, close.at));
      state = "opening";
      advance(text.slice(close.end).trimStart());
      return;
    }
    const from = Math.max(text.lastIndexOf("<"), text.lastIndexOf("["), text.lastIndexOf("◁"));
    const keep = from >= 0 && text.length - from < longestTag ? from : text.length;
    think(text.slice(0, keep));
    held = text.slice(keep);
  }

  function open(text: string): void {
    if (openers.length === 0 || (text.indexOf("<") < 0 && text.indexOf("[") < 0)) {
      show(text);
      return;
    }
    let from = 0;
    for (let at = 0; at < text.length; at++) {
      const char = text.charCodeAt(at);
      if (char !== 60 && char !== 91) continue;
      const rest = text.slice(at, at + longestTag);
      if (openers.some((opener) => opener.startsWith(rest))) {
        show(text.slice(from, at));
        held = text.slice(at);
        return;
      }
      if (!openers.some((opener) => rest.startsWith(opener))) continue;
      show(text.slice(from, at));
      from = at;
      if (!isInCode(text.slice(at))) {
        state = "markup";
        return;
      }
    }
    show(text.slice(from));
  }

  function advance(text: string): void {
    if (state === "open") open(text);
    else if (state === "opening") opening(text);
    else if (state === "thinking") thinking(text);
  }

  return {
    get hasShown() {
      return shown.length > 0;
    },
    push(delta) {
      if (held === "") {
        advance(delta);
        return;
      }
      const text = held + delta;
      held = "";
      advance(text);
    },
    finish(content) {
      if (state === "thinking") think(held);
      else showRest(content);
      held = "";
    },
  };
}
