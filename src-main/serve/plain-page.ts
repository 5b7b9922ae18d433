import { text } from "../words.ts";

function escapeHtml(words: string): string {
  return words.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

/** A page of words, for what the window itself cannot say. `goOn`: where the browser goes at once. */
export function plainPage(words: readonly string[], goOn?: string): string {
  const title = escapeHtml(text("serve.title"));
  const refresh = goOn === undefined ? "" : `<meta http-equiv="refresh" content="0;url=${escapeHtml(goOn)}">\n`;
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
${refresh}<title>${title}</title>
<style>body{font:15px/24px system-ui,sans-serif;max-width:60ch;margin:20vh auto;padding:0 24px}</style>
<h1>${title}</h1>
${words.map((line) => `<p>${escapeHtml(line)}</p>`).join("\n")}
</html>
`;
}
