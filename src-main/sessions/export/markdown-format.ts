import { text } from "../../words.ts";
import { exportedMessage } from "./export-message.ts";
import type { ChatFormat } from "./format.ts";

/** Markdown: a heading for each who spoke, steps as lines of a list, files by their names. */
export const markdownFormat: ChatFormat = {
  mediaType: "text/markdown",
  extension: "md",
  head: ({ title, createdAt, exportedAt }) =>
    `# ${oneLine(title)}\n\n${text("export.dates", { createdAt, exportedAt })}\n`,
  message(message) {
    const { speaker, kind, timestamp, model, content, reasoning, steps, files, problem } = exportedMessage(message);
    const when = [timestamp, ...(model === null ? [] : [model])].join(" · ");
    const parts = [
      kind === "said" ? `## ${oneLine(speaker)}\n\n*${oneLine(when)}*` : "",
      quoted(reasoning),
      kind === "said" ? content.trim() : folded(speaker, content),
      steps.map((step) => `- ${oneLine(step)}`).join("\n"),
      files.map((name) => `- ${text("export.file", { name: oneLine(name) })}`).join("\n"),
      problem === "" ? "" : `> ${oneLine(problem)}`,
    ];
    return `\n${parts.filter((part) => part !== "").join("\n\n")}\n`;
  },
  tail: () => "",
};

function oneLine(words: string): string {
  return words.replace(/\s+/g, " ").trim();
}

function quoted(words: string): string {
  return words.trim() === "" ? "" : words.trim().replace(/^/gm, "> ");
}

/** A line for the step, and what it brought as a block of code that nothing in it can end. */
function folded(speaker: string, content: string): string {
  if (content.trim() === "") return `- ${oneLine(speaker)}`;
  const longest = Math.max(2, ...[...content.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = "`".repeat(longest + 1);
  return `- ${oneLine(speaker)}\n\n${fence}text\n${content.trimEnd()}\n${fence}`;
}
