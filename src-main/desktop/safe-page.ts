import { text } from "../words.ts";

/** What a person can do on the page of the safe mode. */
export type SafeAct = "again" | "log" | "quit";

const acts: readonly SafeAct[] = ["again", "log", "quit"];
const safePath = "/safe";

/** Of the page that is shown where the window's own one crashes again and again. `base`: of the app's pages. */
export function safeAddress(base: string): string {
  return new URL(safePath, base).href;
}

export function isSafeAddress(address: string): boolean {
  return URL.canParse(address) && new URL(address).pathname === safePath;
}

/** The act that a link of the page stands for: it has no script and goes nowhere. */
export function safeActOf(address: string): SafeAct | null {
  if (!URL.canParse(address)) return null;
  const { pathname } = new URL(address);
  return acts.find((act) => pathname === `${safePath}/${act}`) ?? null;
}

/** Nothing of the window's own code, nor of a chat: what made it crash must not be here. */
export function safePage(): string {
  const links = acts.map((act) => `<a href="${safePath}/${act}">${text(`desktop.safe.${act}`)}</a>`);
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${text("app.name")}</title>
<style>${style}</style>
<main>
<h1>${text("desktop.safe.title")}</h1>
<p>${text("desktop.safe.what")}</p>
<p>${text("desktop.safe.how")}</p>
<nav>${links.join("\n")}</nav>
</main>
</html>
`;
}

const style = [
  ":root{--ink:#1f2328;--dim:#57606a;--sheet:#fbfaf8;--line:#d8d5cf;--act:#17698a;--on-act:#fff}",
  "@media(prefers-color-scheme:dark){:root{--ink:#e8e6e3;--dim:#a5a29d;--sheet:#1b1c1e;--line:#3a3b3e;--act:#7cc0dc;--on-act:#10232c}}",
  "body{font:15px/24px system-ui,sans-serif;margin:0;background:var(--sheet);color:var(--ink)}",
  'body::before{content:"";position:fixed;inset:0 0 auto;height:32px;-webkit-app-region:drag}',
  "main{max-width:56ch;margin:18vh auto 0;padding:0 24px}h1{font-size:20px;line-height:28px}p{color:var(--dim)}",
  "nav{display:flex;flex-wrap:wrap;gap:8px;margin-top:24px}",
  "a{padding:6px 14px;border:1px solid var(--line);border-radius:8px;color:var(--ink);text-decoration:none}",
  "a:first-child{background:var(--act);border-color:var(--act);color:var(--on-act)}",
  "a:focus-visible{outline:2px solid var(--act);outline-offset:2px}",
].join("");
