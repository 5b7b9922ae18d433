import { text } from "../../words.ts";

/** What the browser shows at the end: a page of its own that asks nothing and runs nothing. */
export function callbackPage(title: string, words: string): string {
  const [safeTitle, safeWords] = [escaped(title), escaped(words)];
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${safeTitle} · ${escaped(text("mcp.callback.perch"))}</title>
<style>${style}</style>
<main>
<h1>${safeTitle}</h1>
<p>${safeWords}</p>
</main>
</html>
`;
}

const style = `
html { color-scheme: light dark; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; font: 16px/1.5 system-ui, sans-serif;
  background: light-dark(#f6f6f4, #1b1c1e); color: light-dark(#1d1e20, #ededea); }
main { max-width: 26rem; padding: 2rem; text-align: center; }
h1 { font-size: 1.25rem; margin: 0 0 0.5rem; }
p { margin: 0; color: light-dark(#5b5e63, #a8abb0); overflow-wrap: anywhere; }
`;

function escaped(words: string): string {
  const signs: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
  return words.replace(/[&<>"]/g, (sign) => signs[sign] ?? sign);
}
