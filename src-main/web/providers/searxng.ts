import { pagesAt } from "../read-json.ts";
import { jsonHeaders, type SearchProvider } from "../search-provider.ts";

/** https://docs.searxng.org/dev/search_api.html: one of the person's own, at the address that they typed. */
export const searxng: SearchProvider = {
  name: "searxng",
  title: "SearXNG",
  needs: "address",
  base: null,
  call: ({ query, base }) => ({
    url: `${base}/search?${new URLSearchParams({ q: query, format: "json" })}`,
    headers: jsonHeaders,
    body: null,
  }),
  read: (answer) => pagesAt(answer, ["results"], { title: "title", url: "url", words: ["content"] }),
  // Formats that its settings do not name are forbidden.
  refusal: (status) => (status === 403 ? "format" : null),
};
