/*
 * What a terminal sends, read as keys. A paste (bracketed) is one piece, whatever is in it. Pure but for what is kept between
 * two reads: a sequence may come in parts.
 */

export type KeyName =
  | "enter"
  | "newline"
  | "tab"
  | "back-tab"
  | "backspace"
  | "delete"
  | "escape"
  | "up"
  | "down"
  | "left"
  | "right"
  | "word-left"
  | "word-right"
  | "home"
  | "end"
  | "page-up"
  | "page-down"
  | "delete-word"
  | "delete-word-right";

export type Key =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "paste"; readonly text: string }
  | { readonly kind: "named"; readonly name: KeyName }
  /** With Ctrl: the letter in lower case. */
  | { readonly kind: "control"; readonly letter: string };

export interface KeyReader {
  read(data: string): readonly Key[];
  /** True while a sequence may be going on: an Escape alone cannot be told from the beginning of one. */
  readonly isWaiting: boolean;
  /** Nothing more came: what waits is what it is. */
  flush(): readonly Key[];
}

const escapeCode = "\u001b";
const pasteBegin = `${escapeCode}[200~`;
const pasteEnd = `${escapeCode}[201~`;

const sequences: Readonly<Record<string, KeyName>> = {
  "[A": "up",
  "[B": "down",
  "[C": "right",
  "[D": "left",
  "[H": "home",
  "[F": "end",
  OA: "up",
  OB: "down",
  OC: "right",
  OD: "left",
  OH: "home",
  OF: "end",
  "[1~": "home",
  "[7~": "home",
  "[4~": "end",
  "[8~": "end",
  "[3~": "delete",
  "[5~": "page-up",
  "[6~": "page-down",
  "[Z": "back-tab",
  "[1;5C": "word-right",
  "[1;5D": "word-left",
  "[1;3C": "word-right",
  "[1;3D": "word-left",
  "[3;5~": "delete-word-right",
  // Enter with Shift, Alt or Ctrl, where the terminal tells (CSI u, modifyOtherKeys).
  "[13;2u": "newline",
  "[13;3u": "newline",
  "[13;5u": "newline",
  "[27;2;13~": "newline",
  "[27;3;13~": "newline",
  "[27;5;13~": "newline",
};

const afterAlt: Readonly<Record<string, KeyName>> = {
  "\r": "newline",
  "\n": "newline",
  b: "word-left",
  f: "word-right",
  d: "delete-word-right",
  "\u007f": "delete-word",
  "\b": "delete-word",
};

const named = (name: KeyName): Key => ({ kind: "named", name });

export function createKeyReader(): KeyReader {
  let waiting = "";
  /** The parts of a paste that is coming; null outside of one. */
  let pasted: string[] | null = null;

  function paste(data: string): { readonly keys: readonly Key[]; readonly rest: string } {
    const parts = pasted ?? [];
    // The mark of the end may have come in two parts.
    const tail = (parts.pop() ?? "") + data;
    const end = tail.indexOf(pasteEnd);
    if (end < 0) {
      pasted = [...parts, tail.slice(0, -pasteEnd.length), tail.slice(-pasteEnd.length)].filter((part) => part !== "");
      return { keys: [], rest: "" };
    }
    pasted = null;
    const text = [...parts, tail.slice(0, end)].join("").replaceAll("\r\n", "\n").replaceAll("\r", "\n");
    return { keys: [{ kind: "paste", text }], rest: tail.slice(end + pasteEnd.length) };
  }

  function read(data: string): readonly Key[] {
    const keys: Key[] = [];
    let rest = waiting + data;
    waiting = "";
    while (rest !== "") {
      if (pasted !== null) {
        const done = paste(rest);
        keys.push(...done.keys);
        rest = done.rest;
      } else if (rest.startsWith(pasteBegin)) {
        pasted = [];
        rest = rest.slice(pasteBegin.length);
      } else if (rest[0] === escapeCode) {
        const { key, length } = sequenceAt(rest);
        if (length === 0) {
          waiting = rest;
          break;
        }
        if (key !== null) keys.push(key);
        rest = rest.slice(length);
      } else {
        const text = /^[^\u0000-\u001f\u007f]+/.exec(rest)?.[0] ?? "";
        keys.push(text === "" ? controlKey(rest.charCodeAt(0)) : { kind: "text", text });
        rest = rest.slice(Math.max(1, text.length));
      }
    }
    return keys;
  }

  return {
    read,
    get isWaiting() {
      return waiting !== "";
    },
    flush() {
      const left = waiting;
      waiting = "";
      if (left === "") return [];
      return left === escapeCode ? [named("escape")] : [named("escape"), ...read(left.slice(1))];
    },
  };
}

/** Length 0: it is not whole yet. A sequence that is not known is no key. */
function sequenceAt(data: string): { readonly key: Key | null; readonly length: number } {
  const whole = /^\u001b(?:\[[0-?]*[ -/]*[@-~]|O[@-~])/.exec(data)?.[0];
  if (whole !== undefined) {
    const name = sequences[whole.slice(1)];
    return { key: name === undefined ? null : named(name), length: whole.length };
  }
  if (/^\u001b(?:\[[0-?]*[ -/]*|O)?$/.test(data)) return { key: null, length: 0 };
  const name = afterAlt[data[1] ?? ""];
  if (name !== undefined) return { key: named(name), length: 2 };
  return { key: named("escape"), length: 1 };
}

function controlKey(code: number): Key {
  switch (code) {
    case 13:
      return named("enter");
    case 10:
      return named("newline");
    case 9:
      return named("tab");
    case 8:
    case 127:
      return named("backspace");
    case 23:
      return named("delete-word");
    default:
      return { kind: "control", letter: String.fromCharCode(code + 96) };
  }
}
