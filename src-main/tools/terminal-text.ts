import { stripVTControlCharacters } from "node:util";

/** Output of a program as plain text: no colours or other escapes, and of a line that was drawn anew its last state. */
export function plainTerminalText(text: string): string {
  return stripVTControlCharacters(text)
    .replace(/\r+\n/g, "\n")
    .replace(/^[^\n]*\r(?=[^\n])/gm, "")
    .replace(/\r/g, "")
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, "");
}
