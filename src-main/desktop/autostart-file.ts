/* The start at login on Linux: a file in the folder that all desktops look into. */

/** Its content. A path is quoted as the specification of desktop entries wants it. */
export function autostartFile(program: string, words: readonly string[]): string {
  const command = [program, ...words].map(quoted).join(" ");
  return ["[Desktop Entry]", "Type=Application", "Name=Perch", `Exec=${command}`, "Terminal=false", ""].join("\n");
}

/** Backslashes twice over: the value of a key is unescaped before its quotes are read; `%` begins a field. */
function quoted(word: string): string {
  if (/^[\w@+=:,./-]+$/.test(word)) return word;
  const escaped = word.replace(/["`$\\]/g, (letter) => `\\${letter}`);
  return `"${escaped.replaceAll("\\", "\\\\").replaceAll("%", "%%")}"`;
}
