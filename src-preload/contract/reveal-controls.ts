/* What a model wrote is shown to people who decide by it: nothing in it may move a cursor, hide or turn round text. */

/**
 * What can stand in a text and not be seen, by what Unicode says of it: controls but line feed and tab, formats and marks
 * of direction, fillers, joiners, selectors and tags, line ends of other kinds, spaces that are none, halves of
 * characters and what is no character. Three signs are blank by their drawing alone.
 */
const hidden =
  /[[\p{Cc}--[\n\t]]\p{Cf}\p{Cs}\p{Cn}\p{Zl}\p{Zp}[\p{Zs}--\x20]\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\u2800\ufffc\u{1d159}]/v;
/** Most text, and nothing in it is hidden: the list of all emoji takes long to make and is seldom needed. */
const plain = /^[\x20-\x7e\n\t]*$/;
let emojiOrHidden: RegExp | null = null;

/** An emoji is one of a closed list: the joiners and selectors inside it can hide nothing. */
function hiddenOutsideEmoji(): RegExp {
  emojiOrHidden ??= new RegExp(`\\p{RGI_Emoji}|(${hidden.source})`, "gv");
  return emojiOrHidden;
}

/** Marks on one letter; a pile of more covers what stands around it. */
const piled = /(?<=\p{M}{3})\p{M}/gu;
/** Terminal sequences: CSI, OSC and the other strings, two-character escapes. */
const sequences = /\u001b(?:\[[0-?]*[ -/]*[@-~]|[\]PX^_][^\u0007\u001b]*(?:\u0007|\u001b\\|$)|[ -/]*[0-~])/g;

/** For cards and steps: each hidden character stands as what it is, `␛` or `<202E>`. Doing it twice changes nothing. */
export function revealControls(text: string): string {
  return revealExactly(text.replaceAll("\r\n", "\n"));
}

/** The same for what runs: there a carriage return before a line feed is a sign of its own. */
export function revealExactly(text: string): string {
  if (plain.test(text)) return text;
  const shown = hidden.test(text)
    ? text.replace(hiddenOutsideEmoji(), (found, bare: string | undefined) =>
        bare === undefined ? found : named(bare),
      )
    : text;
  return shown.replace(piled, named);
}

/**
 * For words that are read and not run: a title, a sentence. Spaces of all kinds stay, and so do the joiners that belong
 * inside words of many scripts.
 */
export function revealWords(text: string): string {
  if (!hidden.test(text)) return text.replace(piled, named);
  const kept = /\p{Zs}|(?<=[[\p{L}\p{M}]--\p{Script=Latin}])[\u200c\u200d](?=[[\p{L}\p{M}]--\p{Script=Latin}])/gv;
  const parts: string[] = [];
  let from = 0;
  for (const { 0: found, index } of text.matchAll(kept)) {
    parts.push(revealControls(text.slice(from, index)), found);
    from = index + found.length;
  }
  return parts.join("") + revealControls(text.slice(from));
}

function named(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  return code === 0x7f ? "␡" : `<${code.toString(16).toUpperCase().padStart(4, "0")}>`;
}

/** The same on one line: the object of a step, a path. */
export function revealLine(text: string): string {
  return revealControls(text).replaceAll("\n", "␊");
}

/** For answers on a terminal: sequences and controls are left out, words stay. */
export function stripControls(text: string): string {
  return text
    .replace(sequences, "")
    .replaceAll("\r\n", "\n")
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, "");
}
