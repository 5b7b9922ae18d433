import { gfm } from "@joplin/turndown-plugin-gfm";
import { Readability } from "@mozilla/readability";
import { parseHTML } from "linkedom";
import TurndownService from "turndown";
import type { MarkupPage, ReadablePage } from "./page-text.ts";

/** What is no text, or is not shown: words that no person sees are the first place for orders to a model. */
const unseen = [
  ...[
    "script",
    "style",
    "noscript",
    "template",
    "iframe",
    "object",
    "embed",
    "svg",
    "canvas",
    "video",
    "audio",
    "link",
  ],
  ...["dialog", "input", "select", "button", "[hidden]", '[aria-hidden="true"]', "meta[http-equiv]"],
].join(",");
const unseenStyle =
  /(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|opacity\s*:\s*0(?:\.0+)?\s*(?:;|$)|font-size\s*:\s*0(?!\.?[1-9])|clip(?:-path)?\s*:|text-indent\s*:\s*-\d{3,}|(?:left|top)\s*:\s*-\d{4,})/i;

/** An article is taken for the page where it has so much of its words. */
const leastChars = 400;
const leastShare = 0.25;
const maxTitleChars = 300;

/** Finding the article takes the cube of the depth; no page that a person wrote is nested like this. */
const maxDepth = 150;

type Page = ReturnType<typeof parseHTML>["document"];
interface Marked {
  getAttribute(name: string): string | null;
  setAttribute(name: string, value: string): void;
  removeAttribute(name: string): void;
}

/** What a person would read of a page, as Markdown with whole addresses in its links. */
export function readMarkup({ html, address }: MarkupPage): ReadablePage {
  const { document } = parseHTML(/<(?:body|html)[\s>]/i.test(html) ? html : `<html><body>${html}</body></html>`);
  const title = plain(document.querySelector("title")?.textContent ?? "");
  clean(document, baseOf(document, address));
  const { body } = document;
  const whole = body.innerHTML;
  const words = plain(body.textContent ?? "").length;
  // It changes what it reads.
  const article = isDeep(body)
    ? null
    : new Readability(document, { charThreshold: leastChars, keepClasses: true }).parse();
  const chars = plain(article?.textContent ?? "").length;
  const content = chars >= leastChars && chars >= words * leastShare ? (article?.content ?? whole) : whole;
  return { title: (plain(article?.title ?? "") || title).slice(0, maxTitleChars), markdown: asMarkdown(content) };
}

function clean(document: Page, base: string): void {
  for (const element of [...document.querySelectorAll(unseen)]) element.remove();
  for (const element of [...document.querySelectorAll("[style]")]) {
    if (unseenStyle.test(element.getAttribute("style") ?? "")) element.remove();
  }
  for (const link of document.querySelectorAll("a[href]")) setWhole(link, base);
}

function isDeep(top: Page["body"]): boolean {
  let node: Page["body"] | null = top;
  let depth = 0;
  while (node !== null) {
    if (depth > maxDepth) return true;
    const inner: Page["body"] | null = node.firstElementChild;
    if (inner !== null) {
      node = inner;
      depth++;
      continue;
    }
    while (node !== null && node !== top && node.nextElementSibling === null) {
      node = node.parentElement;
      depth--;
    }
    node = node === null || node === top ? null : node.nextElementSibling;
  }
  return false;
}

function plain(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

function baseOf(document: Page, address: string): string {
  const named = document.querySelector("base[href]")?.getAttribute("href") ?? "";
  return URL.parse(named, address)?.href ?? address;
}

/** What is no address of the web becomes plain words. */
function setWhole(link: Marked, base: string): void {
  const whole = URL.parse(link.getAttribute("href") ?? "", base);
  if (whole !== null && /^(?:https?|mailto):$/.test(whole.protocol)) link.setAttribute("href", whole.href);
  else link.removeAttribute("href");
}

function asMarkdown(html: string): string {
  const service = new TurndownService({ headingStyle: "atx", codeBlockStyle: "fenced", bulletListMarker: "-" });
  service.use(gfm);
  // In words, where it has some: a picture cannot be seen in Markdown, and its address costs tokens.
  service.addRule("picture", {
    filter: "img",
    replacement(_content, node) {
      const words = "getAttribute" in node ? plain(node.getAttribute("alt") ?? "") : "";
      return words === "" ? "" : `[picture: ${words.slice(0, 200)}]`;
    },
  });
  return service
    .turndown(html)
    .replace(/[ \t]+$/gm, "")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}
