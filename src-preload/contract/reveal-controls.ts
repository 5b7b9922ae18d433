/* What a model wrote is shown to people who decide by it: nothing in it may move a cursor, hide or turn round text. */

/** C0 and C1 controls but line feed and tab, and every mark that changes the direction of text or has no width. */
const hidden =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b\u200c\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g;
/** Terminal sequences: CSI, OSC and the other strings, two-character escapes. */
const sequences = /\u001b(?:\[[0-?]*[ -/]*[@-~]|[\]PX^_][^\u0007\u001b]*(?:\u0007|\u001b\\|$)|[ -/]*[0-~])/g;

/** For cards and steps: each hidden character stands as what it is, `␛` or `<202E>`. */
export function revealControls(text: string): string {
  return text.replaceAll("\r\n", "\n").replace(hidden, (character) => {
    const code = character.charCodeAt(0);
    return code < 0x20 ? String.fromCharCode(0x2400 + code) : `<${code.toString(16).toUpperCase().padStart(4, "0")}>`;
  });
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
