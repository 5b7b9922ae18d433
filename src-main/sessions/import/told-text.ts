import { text } from "../../words.ts";

/* How what is no plain text is told in an imported chat. */

export function fileLine(name: string): string {
  return text("import.file", { name: name === "" ? text("import.unnamed") : oneLine(name) });
}

/** What a tool was given, or what it answered, in a block that nothing in it can end. */
export function toolBlock(what: "call" | "result", tool: string, content: string): string {
  const head = text(what === "call" ? "import.call" : "import.result", { tool: oneLine(tool) || text("import.tool") });
  if (content.trim() === "") return head;
  const longest = Math.max(2, ...Array.from(content.matchAll(/`+/g), ([ticks]) => ticks.length));
  const fence = "`".repeat(longest + 1);
  return `${head}\n\n${fence}\n${content.trimEnd()}\n${fence}`;
}

/** Parts that say something, with an empty line between them. */
export function joined(parts: readonly string[]): string {
  return parts.filter((part) => part.trim() !== "").join("\n\n");
}

function oneLine(words: string): string {
  return words.replace(/\s+/g, " ").trim().slice(0, 200);
}
