import { text } from "../settings/text.ts";

function escapeHtml(words: string): string {
  return words.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** What the address shows until the window is built: that it works, and where to go. */
export function plainPage(): string {
  const title = escapeHtml(text("serve.title"));
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>body{font:15px/24px system-ui,sans-serif;max-width:60ch;margin:20vh auto;padding:0 24px}</style>
<h1>${title}</h1>
<p>${escapeHtml(text("serve.plain"))}</p>
</html>
`;
}
