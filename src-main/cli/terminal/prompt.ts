import { type Choice, type CompletionQuery, completionAt } from "./completion.ts";
import { type Draft, draftOf, editDraft, emptyDraft, insert } from "./draft.ts";
import { type DraftRows, layoutDraft, moveRow } from "./draft-layout.ts";
import type { Key } from "./keys.ts";
import { heldBack, type QuestionGone } from "./late-answer.ts";
import { isFor, isTypedOut, moveMark, type Offer, offerRows, pickMarked, renewOffer } from "./offer.ts";
import type { Style } from "./styled-line.ts";
import { fitWidth } from "./text-width.ts";
import { createTypedHistory, type TypedHistory } from "./typed-history.ts";

/* The place where a person types: keys in, rows out. No terminal and no clock. */

/** What a key asks for beyond the draft. */
export type PromptAct =
  | { readonly kind: "none" }
  | { readonly kind: "send"; readonly text: string }
  /** Enter for a question that is asked no more: nothing is sent. */
  | { readonly kind: "held" }
  | { readonly kind: "interrupt" | "escape" | "leave" | "suspend" | "redraw" }
  /** Ctrl with a letter that the prompt has no use for. */
  | { readonly kind: "control"; readonly letter: string };

export interface PromptWords {
  readonly search: string;
  /** How many choices are not shown; `where`: signs of the directions. */
  more(count: number, where: string): string;
}

/**
 * What becomes of a line that is sent for a question. `kept`: Up brings it back at a question. `given-back`: nobody takes it,
 * it stands there again, and Up brings it back everywhere.
 */
export type AnswerUse = "used" | "kept" | "given-back";

/** What stands in front of the draft, and why. */
export interface Asked {
  readonly label: string;
  readonly style: Style;
  /** What is asked; null: the next message is typed. */
  readonly question: string | null;
  /** The question that stood there before was answered here. */
  readonly isAnswered?: boolean;
  /** Without it each line is used. */
  use?(typed: string): AnswerUse;
}

export interface Prompt {
  press(key: Key): PromptAct;
  rows(width: number, maxRows: number): DraftRows;
  /**
   * While something is asked, the draft is kept aside, the history is that of answers and completion rests. What was typed
   * for a question that went without it is dropped; what was given back is none of it, and joins the draft.
   */
  ask(asked: Asked): void;
  readonly draft: Draft;
  /** Empties the draft. False when there was nothing. */
  discard(): boolean;
  /** What `completionAt` asks for just now, and the answer to it. */
  readonly query: CompletionQuery | null;
  offer(query: CompletionQuery, choices: readonly Choice[]): void;
}

const none: PromptAct = { kind: "none" };

interface Search {
  readonly words: string;
  readonly skip: number;
  readonly before: Draft;
}

export function createPrompt(history: TypedHistory, words: PromptWords): Prompt {
  let draft = emptyDraft;
  let asked: Asked = { label: "", style: {}, question: null };
  let aside = emptyDraft;
  const answers = createTypedHistory([]);
  /** What was given back: the next words that are typed stand in its place, unless another key touched it first. */
  let returned: "no" | "fresh" | "touched" = "no";
  let gone: QuestionGone | null = null;
  /** Columns when it was drawn last: rows are moved through as they are seen. */
  let width = 80;
  let search: Search | null = null;
  let offer: Offer | null = null;
  /** The place at which the list was closed with Escape. */
  let dismissed: number | null = null;
  /** What stands there was brought back and not typed: no list opens over it. */
  let isBroughtBack = false;

  const isQuestion = (): boolean => asked.question !== null;

  function set(next: Draft): PromptAct {
    if (next.text !== draft.text) {
      dismissed = null;
      isBroughtBack = false;
      returned = "no";
    }
    draft = next;
    offer = isFor(offer, queryNow()) ? offer : null;
    return none;
  }

  function bringBack(earlier: Draft): PromptAct {
    draft = earlier;
    offer = null;
    isBroughtBack = true;
    returned = "no";
    return none;
  }

  function queryNow(): CompletionQuery | null {
    if (isQuestion() || isBroughtBack || search !== null) return null;
    const query = completionAt(draft);
    return query !== null && dismissed === query.from ? null : query;
  }

  function send(): PromptAct {
    const { text } = draft;
    if (text.trim() === "") return none;
    if (isQuestion()) sendAnswer(text, asked.use?.(text) ?? "used");
    else {
      history.add(text);
      set(emptyDraft);
    }
    return { kind: "send", text };
  }

  function sendAnswer(typed: string, use: AnswerUse): void {
    if (use !== "used") answers.add(typed);
    if (use !== "given-back") return void set(emptyDraft);
    history.slip(typed);
    bringBack(draftOf(typed));
    returned = "fresh";
  }

  function walk(by: -1 | 1): PromptAct {
    const moved = moveRow(draft, { width, label: asked.label }, by);
    if (moved !== null) return set(moved);
    const stepped = (isQuestion() ? answers : history).step(by, draft);
    if (stepped !== null) return bringBack(stepped);
    return set({ text: draft.text, cursor: by < 0 ? 0 : draft.text.length });
  }

  function mark(by: -1 | 1): PromptAct {
    if (offer !== null) offer = moveMark(offer, by);
    return none;
  }

  function inOffer(key: Key): PromptAct | null {
    if (offer === null || (key.kind !== "named" && key.kind !== "control")) return null;
    switch (key.kind === "named" ? key.name : `control ${key.letter}`) {
      case "up":
      case "back-tab":
      case "control p":
        return mark(-1);
      case "down":
      case "control n":
        return mark(1);
      case "tab":
        return set(pickMarked(offer, draft));
      case "enter":
        return isTypedOut(offer, draft) ? null : finish(offer);
      case "escape":
        dismissed = offer.query.from;
        offer = null;
        return none;
      default:
        return null;
    }
  }

  /** Enter on a command that is not typed out sends it; a file is only put in. */
  function finish(of: Offer): PromptAct {
    set(pickMarked(of, draft));
    return of.query.kind === "command" ? send() : none;
  }

  function inSearch(now: Search, key: Key): PromptAct | null {
    if (key.kind === "text" || key.kind === "paste") search = { ...now, words: now.words + key.text, skip: 0 };
    else if (key.kind === "control" && key.letter === "r") search = { ...now, skip: now.skip + 1 };
    else if (key.kind === "named" && key.name === "backspace")
      search = { ...now, words: now.words.slice(0, -1), skip: 0 };
    else if (key.kind === "named" && key.name !== "escape") {
      return takeFound(now);
    } else {
      search = null;
      if (key.kind === "named" || key.letter === "c" || key.letter === "g") return bringBack(now.before);
      return takeFound(now);
    }
    const found = history.find(search.words, search.skip);
    if (found !== null) bringBack(draftOf(found));
    else if (search.skip > 0) search = { ...search, skip: now.skip };
    return none;
  }

  /** The key goes on with what was found. */
  function takeFound({ before }: Search): null {
    search = null;
    if (draft.text !== before.text) history.visit(draft.text, before);
    return null;
  }

  /** Enter right after a question went may have been meant for it. */
  function heldAct(key: Key): PromptAct | null {
    if (gone === null || key.kind === "text" || key.kind === "paste") return null;
    const held = key.kind === "named" && key.name === "enter" ? heldBack(gone, draft) : null;
    gone = null;
    if (held === null || draft.text.trim() === "") return null;
    bringBack(held);
    return { kind: "held" };
  }

  function named(key: Extract<Key, { kind: "named" }>): PromptAct {
    switch (key.name) {
      case "enter":
        // A backslash at the end goes on in the next line, for terminals that tell no Shift.
        if (draft.text.endsWith("\\") && draft.cursor === draft.text.length) {
          return set(insert({ text: draft.text.slice(0, -1), cursor: draft.cursor - 1 }, "\n"));
        }
        return send();
      case "up":
        return walk(-1);
      case "down":
        return walk(1);
      case "escape":
        return { kind: "escape" };
      default:
        return set(editDraft(draft, key) ?? draft);
    }
  }

  function control({ letter }: Extract<Key, { kind: "control" }>): PromptAct {
    switch (letter) {
      case "c":
        return { kind: "interrupt" };
      case "z":
        return { kind: "suspend" };
      case "l":
        return { kind: "redraw" };
      case "r":
        if (!isQuestion()) search = { words: "", skip: 0, before: draft };
        return none;
      case "p":
        return walk(-1);
      case "n":
        return walk(1);
      default: {
        if (letter === "d" && draft.text === "") return { kind: "leave" };
        const edited = editDraft(draft, { kind: "control", letter });
        return edited === null ? { kind: "control", letter } : set(edited);
      }
    }
  }

  function rowsOf(columns: number, maxRows: number): DraftRows {
    width = columns;
    const label = search === null ? asked.label : `${words.search} ${fitWidth(search.words, 20)}: `;
    const room = { width, maxRows: Math.max(0, maxRows - 1), more: words.more };
    const below = offer === null || room.maxRows === 0 ? [] : offerRows(offer, room);
    const left = Math.max(1, maxRows - below.length);
    const { rows, cursor } = layoutDraft(draft, { width, maxRows: left, label, labelStyle: asked.style });
    return { rows: [...rows, ...below], cursor };
  }

  function ask(next: Asked): void {
    const before = asked;
    asked = next;
    if (next.question === before.question) return;
    const typed = draft.text;
    if (before.question === null) {
      aside = search?.before ?? draft;
      search = null;
      gone = null;
      bringBack(emptyDraft);
      return;
    }
    const isAnswered = next.isAnswered === true;
    answers.rest();
    if (returned !== "no" && !isAnswered) aside = insert(aside, typed);
    const earlier = next.question === null ? aside : emptyDraft;
    // After an answer of this person the next words are not for it any more.
    bringBack(isAnswered && next.question === null ? insert(earlier, typed) : earlier);
    gone = isAnswered ? null : { draft, hasBegun: typed !== "" };
  }

  return {
    press(key) {
      const taken = heldAct(key) ?? (search === null ? null : inSearch(search, key)) ?? inOffer(key);
      if (taken !== null) return taken;
      const isFresh = returned === "fresh";
      if (isFresh) returned = "touched";
      if (key.kind === "named") return named(key);
      if (key.kind === "control") return control(key);
      return set(editDraft(isFresh ? emptyDraft : draft, key) ?? draft);
    },
    rows: rowsOf,
    ask,
    get draft() {
      return draft;
    },
    discard() {
      const had = draft.text !== "";
      (isQuestion() ? answers : history).rest();
      set(emptyDraft);
      return had;
    },
    get query() {
      return queryNow();
    },
    offer(query, choices) {
      if (isFor({ query, choices, at: 0 }, queryNow())) offer = renewOffer(offer, query, choices);
    },
  };
}
