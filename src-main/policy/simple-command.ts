/*
 * A rule about a command holds for one simple command alone: a program and its words. What a shell reads as anything else
 * (operators, redirections, substitutions, patterns, variables, comments, escapes) is no simple command here, and asks.
 * The list of what is plain is closed, so that a sign that nobody thought of asks too.
 */

/** Outside of quotes, on POSIX systems. Letters, digits and marks of every script are plain. */
const plainSign = /[\p{L}\p{N}\p{M}_\-./:,+@%=]/u;
/** Inside of double quotes: what a shell changes there (`$`, backtick, backslash, `!`) is not in it. */
const quotedSign = /[\p{L}\p{N}\p{M} _\-./:,+@%=;&|<>()[\]{}*?~#^']/u;
/** Between single quotes nothing is changed. Control characters, line feeds too, are never plain. */
const literalSign = /[^\p{C}\p{Zl}\p{Zp}']/u;
/** PowerShell gives a meaning to more of them, and a word in quotes is an expression there. */
const plainOnWindows = /[A-Za-z0-9_\-./:\\]/;

/** Longer ones are nobody's habit. */
const maxChars = 4000;

/** The words of a simple command; null for anything else. */
export function simpleCommand(command: string, platform: NodeJS.Platform): readonly string[] | null {
  if (command.length > maxChars) return null;
  const words = platform === "win32" ? wordsOnWindows(command) : wordsOnPosix(command);
  const [program] = words ?? [];
  // A variable that is set for the program can make it another one.
  return words === null || program === undefined || program === "" || program.includes("=") ? null : words;
}

function wordsOnWindows(command: string): readonly string[] | null {
  const words = command.split(" ").filter((word) => word !== "");
  return words.every((word) => [...word].every((sign) => plainOnWindows.test(sign))) ? words : null;
}

function wordsOnPosix(command: string): readonly string[] | null {
  const words: string[] = [];
  let word: string | null = null;
  let quote: "'" | '"' | null = null;
  for (const sign of command) {
    if (quote !== null) {
      if (sign === quote) quote = null;
      else if ((quote === "'" ? literalSign : quotedSign).test(sign)) word += sign;
      else return null;
    } else if (sign === "'" || sign === '"') {
      quote = sign;
      word ??= "";
    } else if (sign === " " || sign === "\t") {
      if (word !== null) words.push(word);
      word = null;
    } else if (plainSign.test(sign)) word = (word ?? "") + sign;
    else return null;
  }
  if (quote !== null) return null;
  if (word !== null) words.push(word);
  return words;
}
