import { text } from "../../words.ts";
import { exportedMessage } from "./export-message.ts";
import type { ChatFormat } from "./format.ts";

/* No script, nothing from elsewhere: the policy in its head forbids what a mistake here could let in. */
const policy = "default-src 'none'; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'";
const style = `
:root { color-scheme: light dark; --line: #d8d8d4; --dim: #5f5f5a; }
@media (prefers-color-scheme: dark) { :root { --line: #3a3a38; --dim: #a4a49e; } }
body { font: 16px/1.55 system-ui, sans-serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.5rem; overflow-wrap: anywhere; }
h2 { font-size: 1rem; margin: 0; }
article { border-top: 1px solid var(--line); padding: 1rem 0; }
.when, .dates, summary { color: var(--dim); font-size: 0.85rem; }
.words { white-space: pre-wrap; overflow-wrap: anywhere; margin: 0.5rem 0; }
pre { border: 1px solid var(--line); border-radius: 6px; padding: 0.75rem; overflow-x: auto; }
.problem { border-inline-start: 3px solid #b3261e; padding-inline-start: 0.75rem; }
`;

/** One page that needs nothing else. Whatever anybody wrote is text in it. */
export const htmlFormat: ChatFormat = {
  mediaType: "text/html",
  extension: "html",
  head: ({ title, createdAt, exportedAt }) =>
    [
      `<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">`,
      `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
      `<meta name="viewport" content="width=device-width, initial-scale=1">`,
      `<title>${escaped(title)}</title>\n<style>${style}</style>\n</head>\n<body>`,
      `<h1 dir="auto">${escaped(title)}</h1>`,
      `<p class="dates">${escaped(text("export.dates", { createdAt, exportedAt }))}</p>\n`,
    ].join("\n"),
  message(message) {
    const { speaker, kind, timestamp, model, content, reasoning, steps, files, problem } = exportedMessage(message);
    if (kind === "step") return details(speaker, `<pre>${escaped(content)}</pre>`);
    const when = [timestamp, ...(model === null ? [] : [model])].join(" · ");
    return [
      `<article>\n<h2>${escaped(speaker)}</h2>\n<div class="when">${escaped(when)}</div>\n`,
      reasoning === "" ? "" : details(text("export.thoughts"), `<div class="words">${escaped(reasoning)}</div>`),
      content.trim() === "" ? "" : words(content),
      steps.length === 0 ? "" : details(text("export.steps", { count: steps.length }), list(steps)),
      files.length === 0 ? "" : list(files.map((name) => text("export.file", { name }))),
      problem === "" ? "" : `<p class="problem">${escaped(problem)}</p>\n`,
      "</article>\n",
    ].join("");
  },
  tail: () => "</body>\n</html>\n",
};

function details(summary: string, body: string): string {
  return `<details>\n<summary>${escaped(summary)}</summary>\n${body}\n</details>\n`;
}

function list(lines: readonly string[]): string {
  return `<ul>\n${lines.map((line) => `<li>${escaped(line)}</li>\n`).join("")}</ul>\n`;
}

/** As it was written, with blocks of code set apart. */
function words(content: string): string {
  return content
    .split(/^```[^\n]*\n([\s\S]*?)^```[^\S\n]*$/m)
    .map((part, index) => {
      if (part.trim() === "") return "";
      const shown = escaped(part.replace(/^\n+|\n+$/g, ""));
      return index % 2 === 1 ? `<pre><code>${shown}</code></pre>\n` : `<div class="words" dir="auto">${shown}</div>\n`;
    })
    .join("");
}

const named: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** Text as it may stand between tags and in quotes; what no page may hold is made visible. */
function escaped(words: string): string {
  return words
    .replace(/[&<>"']/g, (sign) => named[sign] ?? sign)
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, "\ufffd")
    .toWellFormed();
}
