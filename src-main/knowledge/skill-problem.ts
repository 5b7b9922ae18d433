import { text } from "../words.ts";

/** Why a skill cannot be found by what it says of itself, in words; "" where nothing is wrong. */
export function skillProblem(content: string): string {
  const head = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/.exec(content)?.[1];
  if (head === undefined) return text("knowledge.skillNoHead");
  return hasValue("description", head) ? "" : text("knowledge.skillNoDescription");
}

/** On its line, or in the indented lines below it. */
function hasValue(name: string, head: string): boolean {
  const found = new RegExp(`^${name}[ \\t]*:[ \\t]*(.*)((?:\\r?\\n[ \\t]+.*)*)`, "m").exec(head);
  if (found === null) return false;
  const [, line = "", below = ""] = found;
  const own = line.replace(/^[|>][+-]?\d?[ \t]*$/, "").replace(/^(["'])\s*\1$/, "");
  return own.trim() !== "" || below.trim() !== "";
}
