import { type Choice, type CompletionQuery, complete, completionAt } from "./completion.ts";
import { type Draft, draftOf, editDraft, emptyDraft, insert, moveLine } from "./draft.ts";
import { type DraftRows, layoutDraft } from "./draft-layout.ts";
import type { Key } from "./keys.ts";
import { dim, type Line, type Style, span } from "./styled-line.ts";
import { fitWidth } from "./text-width.ts";
import type { TypedHistory } from "./typed-history.ts";

/* The place where a person types: keys in, rows out. No terminal and no clock. */

/** What a key asks for beyond the draft. */
export type PromptAct =
  | { readonly kind: "none" }
  | { readonly kind: "send"; readonly text: string }
  | { readonly kind: "interrupt" | "escape" | "leave" | "suspend" | "redraw" }
  /** Ctrl with a letter that the prompt has no use for. */
  | { readonly kind: "control"; readonly letter: string };

export interface PromptWords {
  readonly search: string;
}

export interface Prompt {
  press(key: Key): PromptAct;
  rows(width: number, maxRows: number): DraftRows;
  /** What stands in front of the draft. While something is asked, the history and completion rest. */
  ask(label: string, style: Style, isQuestion: boolean): void;
  readonly draft: Draft;
  /** Keeps the draft for later and empties it. */
  setAside(): void;
  bringBack(): void;
  /** Empties the draft. False when there was nothing. */
  discard(): boolean;
  /** What `completionAt` asks for just now, and the answer to it. */
  readonly query: CompletionQuery | null;
  offer(query: CompletionQuery, choices: readonly Choice[]): void;
}

const none: PromptAct = { kind: "none" };
const maxChoices = 6;

interface Search {
  readonly words: string;
  readonly skip: number;
  readonly before: Draft;
}

interface Offer {
  readonly query: CompletionQuery;
  readonly choices: readonly Choice[];
  readonly at: number;
}

export function createPrompt(history: TypedHistory, words: PromptWords): Prompt {
  let draft = emptyDraft;
  let label = "";
  let labelStyle: Style = {};
  let isQuestion = false;
  let aside: Draft | null = null;
  let search: Search | null = null;
  let offer: Offer | null = null;
  /** The place at which the list was closed with Escape. */
  let dismissed: number | null = null;

  function set(next: Draft): PromptAct {
    if (next.text !== draft.text) {
      history.rest();
      dismissed = null;
    }
    draft = next;
    offer = sameQuery(offer, queryNow()) ? offer : null;
    return none;
  }

  function queryNow(): CompletionQuery | null {
    if (isQuestion || search !== null) return null;
    const query = completionAt(draft);
    return query !== null && dismissed === query.from ? null : query;
  }

  function send(): PromptAct {
    const { text } = draft;
    if (text.trim() === "") return none;
    if (!isQuestion) history.add(text);
    set(emptyDraft);
    return { kind: "send", text };
  }

  function walk(by: -1 | 1): PromptAct {
    const moved = moveLine(draft, by);
    if (moved !== null) return set(moved);
    const stepped = isQuestion ? null : history.step(by, draft);
    if (stepped !== null) draft = stepped;
    else set({ text: draft.text, cursor: by < 0 ? 0 : draft.text.length });
    return none;
  }

  function pick(): PromptAct {
    const choice = offer?.choices[offer.at];
    if (offer === null || choice === undefined) return none;
    return set(complete(draft, offer.query, choice));
  }

  function inOffer(key: Key): PromptAct | null {
    if (offer === null || offer.choices.length === 0 || key.kind !== "named") return null;
    const count = offer.choices.length;
    switch (key.name) {
      case "up":
      case "back-tab":
        offer = { ...offer, at: (offer.at + count - 1) % count };
        return none;
      case "down":
        offer = { ...offer, at: (offer.at + 1) % count };
        return none;
      case "tab":
        return pick();
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
  function finish({ query }: Offer): PromptAct {
    pick();
    return query.kind === "command" ? send() : none;
  }

  function inSearch(now: Search, key: Key): PromptAct | null {
    if (key.kind === "text" || key.kind === "paste") search = { ...now, words: now.words + key.text, skip: 0 };
    else if (key.kind === "control" && key.letter === "r") search = { ...now, skip: now.skip + 1 };
    else if (key.kind === "named" && key.name === "backspace")
      search = { ...now, words: now.words.slice(0, -1), skip: 0 };
    else if (key.kind === "named" && key.name !== "escape") {
      search = null;
      return null;
    } else {
      search = null;
      if (key.kind === "named" || key.letter === "c" || key.letter === "g") return set(now.before);
      return null;
    }
    const found = history.find(search.words, search.skip);
    if (found !== null) draft = draftOf(found);
    else if (search.skip > 0) search = { ...search, skip: now.skip };
    return none;
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
        if (!isQuestion) search = { words: "", skip: 0, before: draft };
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

  function rowsOf(width: number, maxRows: number): DraftRows {
    const front = search === null ? label : `${words.search} ${fitWidth(search.words, 20)}: `;
    const below = choiceRows(offer, width, Math.max(0, maxRows - 1));
    const room = { width, maxRows: Math.max(1, maxRows - below.length), label: front, labelStyle };
    const { rows, cursor } = layoutDraft(draft, room);
    return { rows: [...rows, ...below], cursor };
  }

  return {
    press(key) {
      const searched = search === null ? null : inSearch(search, key);
      const taken = searched ?? inOffer(key);
      if (taken !== null) return taken;
      if (key.kind === "named") return named(key);
      if (key.kind === "control") return control(key);
      return set(editDraft(draft, key) ?? draft);
    },
    rows: rowsOf,
    ask(next, style, asks) {
      label = next;
      labelStyle = style;
      isQuestion = asks;
      if (asks) {
        search = null;
        offer = null;
      }
    },
    get draft() {
      return draft;
    },
    setAside() {
      if (draft.text !== "") aside = draft;
      set(emptyDraft);
    },
    bringBack() {
      if (aside !== null && draft.text === "") set(aside);
      aside = null;
    },
    discard() {
      const had = draft.text !== "";
      set(emptyDraft);
      return had;
    },
    get query() {
      return queryNow();
    },
    offer(query, choices) {
      if (!sameQuery({ query }, queryNow())) return;
      offer = choices.length === 0 ? null : { query, choices: choices.slice(0, maxChoices), at: 0 };
    },
  };
}

function sameQuery(of: { readonly query: CompletionQuery } | null, now: CompletionQuery | null): boolean {
  return (
    of !== null &&
    now !== null &&
    of.query.kind === now.kind &&
    of.query.query === now.query &&
    of.query.from === now.from
  );
}

function isTypedOut({ query, choices, at }: Offer, { text }: Draft): boolean {
  const choice = choices[at];
  return choice === undefined || text.slice(query.from, query.to) === choice.insert;
}

function choiceRows(offer: Offer | null, width: number, maxRows: number): readonly Line[] {
  if (offer === null) return [];
  return offer.choices.slice(0, maxRows).map(({ insert: words, words: about }, at) => {
    const sign = at === offer.at ? "❯ " : "  ";
    const left = fitWidth(words, Math.max(4, width - 4));
    const rest = width - left.length - 6;
    const right = about === "" || rest < 8 ? [] : dim(`  ${fitWidth(about, rest)}`);
    return [span(`  ${sign}${left}`, at === offer.at ? { colour: "cyan" } : {}), ...right];
  });
}
