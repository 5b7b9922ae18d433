/**
 * The words of a command line, as a shell of Unix would split it: quotes and backslashes are taken in, nothing else is. On
 * Windows a backslash between letters is part of a path.
 */
export function splitCommand(line: string, platform: NodeJS.Platform): readonly string[] {
  const words: string[] = [];
  let word = "";
  let hasWord = false;
  let quote = "";
  for (let index = 0; index < line.length; index += 1) {
    const letter = line.charAt(index);
    const next = line.charAt(index + 1);
    if (letter === "\\" && quote !== "'" && isEscape(next, quote, platform)) {
      word += next;
      hasWord = true;
      index += 1;
    } else if (quote !== "") {
      if (letter === quote) quote = "";
      else word += letter;
    } else if (letter === '"' || letter === "'") {
      quote = letter;
      hasWord = true;
    } else if (/\s/.test(letter)) {
      if (hasWord) words.push(word);
      word = "";
      hasWord = false;
    } else {
      word += letter;
      hasWord = true;
    }
  }
  if (hasWord) words.push(word);
  return words;
}

/** It has a path of Windows in it, wherever it is pasted. */
export function isWindowsText(text: string): boolean {
  return /(^|[\s"'=])[A-Za-z]:\\/.test(text);
}

function isEscape(next: string, quote: string, platform: NodeJS.Platform): boolean {
  if (platform === "win32") return next === '"';
  return quote === '"' ? /["\\$`]/.test(next) : next !== "";
}

/** `cmd /c npx …` is needed on Windows only, where the settings of others have it. */
export function withoutShell(words: readonly string[], platform: NodeJS.Platform): readonly string[] {
  const isShell = /^cmd(\.exe)?$/i.test(words[0] ?? "") && /^\/c$/i.test(words[1] ?? "");
  return isShell && platform !== "win32" && words.length > 2 ? words.slice(2) : words;
}
