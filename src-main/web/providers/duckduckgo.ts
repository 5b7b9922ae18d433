import { wordsOfMarkup } from "../markup-words.ts";
import type { FoundPage, SearchProvider } from "../search-provider.ts";

/** The page for browsers without scripts; there is no other way without a key. */
export const duckduckgo: SearchProvider = {
  name: "duckduckgo",
  title: "DuckDuckGo",
  needs: "nothing",
  base: "https://html.duckduckgo.com",
  call: ({ query, base }) => ({
    url: `${base}/html/`,
    headers: {
      accept: "text/html",
      "content-type": "application/x-www-form-urlencoded",
      "user-agent": "Mozilla/5.0 (compatible; Perch)",
    },
    body: new URLSearchParams({ q: query, kl: "wt-wt" }).toString(),
  }),
  read(answer) {
    const [, ...parts] = answer.split(/class="result__a"/, mostParts);
    const pages = parts.flatMap(pageOf);
    return pages.length > 0 || /class="no-results"|No\s+results\./i.test(answer) ? pages : null;
  },
  // It asks whether a person is there, with a good status.
  refusal: (_status, answer) => (/anomaly-modal|anomaly\.js/.test(answer) ? "quota" : null),
};

const mostParts = 60;
const partChars = 8000;

/** What follows the class of a found page's link, up to the next one. */
function pageOf(part: string): readonly FoundPage[] {
  const head = part.slice(0, partChars);
  const [, href = "", title = ""] = /^[^>]*?href="([^"]*)"[^>]*>([\s\S]*?)<\/a>/.exec(head) ?? [];
  const [, words = ""] = /class="result__snippet"[^>]*>([\s\S]*?)<\/(?:a|td|div)>/.exec(head) ?? [];
  const url = targetOf(wordsOfMarkup(href));
  return url === null ? [] : [{ title: wordsOfMarkup(title), url, words: wordsOfMarkup(words) }];
}

/** Links lead over a page of its own that counts them; an advertisement's is none. */
function targetOf(href: string): string | null {
  const url = URL.parse(href, "https://duckduckgo.com");
  if (url === null) return null;
  if (!/(?:^|\.)duckduckgo\.com$/.test(url.hostname)) return url.href;
  return url.pathname.startsWith("/l/") ? url.searchParams.get("uddg") : null;
}
