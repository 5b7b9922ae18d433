/** A word whose letters are not what they look like; scripts are named in English. */
export type Lookalike =
  | { readonly kind: "mixed"; readonly word: string; readonly scripts: string }
  /** All its letters pass for Latin ones. */
  | { readonly kind: "foreign"; readonly word: string; readonly scripts: string }
  /** A sign of it passes for a plain one. */
  | { readonly kind: "sign"; readonly word: string };

/** Scripts with letters that pass for Latin ones. Han, Kana or Arabic beside Latin is ordinary and deceives nobody. */
const scripts = [
  ["Latin", /\p{Script=Latin}/u],
  ["Cyrillic", /\p{Script=Cyrillic}/u],
  ["Greek", /[\p{Script=Greek}\p{Script=Coptic}]/u],
  ["Armenian", /\p{Script=Armenian}/u],
  ["Cherokee", /\p{Script=Cherokee}/u],
  ["Lisu", /\p{Script=Lisu}/u],
  ["Georgian", /\p{Script=Georgian}/u],
] as const;

/** Letters of these scripts that are drawn like a Latin small letter or capital. */
const latinLooks = /^[аеорсухіјѕԁԛԝһӏьАВЕКМНОРСТУХІЈЅԌԚԜҺӀοιναυρχκτΑΒΕΖΗΙΚΜΝΟΡΤΥΧօոսցԼՏՍᎪᏴᏟᎬᏀᎻᎫᏦᏞᎷᏢᏚᎢᏙᏔᏃ]+$/u;
/** Signs of other kinds that pass for what parts a path, a host or a command. */
const signs = /[\u2044\u2215\u29f8\u2216\u29f5\ua789\u2236\u037e\u0261\u0251\u0131]/u;
const asciiLetterOrSign = /^[!-/:-~]$/;
const maxTold = 5;

/**
 * Words of a path, an address or a command that mix scripts, or whose letters pass for others: each once, the first few.
 * It warns and decides nothing; a name in one script of its own is no lookalike.
 */
export function findLookalikes(text: string): readonly Lookalike[] {
  if (/^[\p{ASCII}]*$/u.test(text)) return [];
  const found = new Map<string, Lookalike>();
  for (const [token] of text.matchAll(/[^\s"'`<>|;&()[\]{}=]+/gu)) {
    if (/^[\p{ASCII}]*$/u.test(token)) continue;
    const hasLatin = /\p{Script=Latin}/u.test(token);
    for (const [word] of token.matchAll(/[^/\\.:@,]+/gu)) {
      const told = lookalikeOf(word, hasLatin);
      if (told !== null && !found.has(word)) found.set(word, told);
      if (found.size >= maxTold) return [...found.values()];
    }
  }
  return [...found.values()];
}

function lookalikeOf(word: string, hasLatinAround: boolean): Lookalike | null {
  const used = scripts.filter(([, letters]) => letters.test(word)).map(([name]) => name);
  if (used.length > 1) return { kind: "mixed", word, scripts: used.join(" and ") };
  if (passesForAscii(word)) return { kind: "sign", word };
  const letters = word.replace(/[^\p{L}]/gu, "");
  if (!hasLatinAround || used[0] === undefined || used[0] === "Latin" || !latinLooks.test(letters)) return null;
  return { kind: "foreign", word, scripts: used[0] };
}

/** A letter or sign that only a program tells from the plain one: full width, mathematical, another slash. */
function passesForAscii(word: string): boolean {
  // Beside these full width is the ordinary form.
  if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(word)) return false;
  return [...word].some(
    (sign) => signs.test(sign) || (!/[\p{ASCII}ªº]/u.test(sign) && asciiLetterOrSign.test(sign.normalize("NFKC"))),
  );
}
