import { fieldOf, pagesAt, parsed } from "../read-json.ts";
import { jsonHeaders, type SearchProvider } from "../search-provider.ts";

/** https://api-dashboard.search.brave.com/app/documentation/web-search */
export const brave: SearchProvider = {
  name: "brave",
  title: "Brave Search",
  needs: "key",
  base: "https://api.search.brave.com",
  call({ query, count, key, base }) {
    const asked = new URLSearchParams({ q: query, count: String(count), text_decorations: "false" });
    return {
      url: `${base}/res/v1/web/search?${asked}`,
      headers: { ...jsonHeaders, "x-subscription-token": key },
      body: null,
    };
  },
  read(answer) {
    const pages = pagesAt(answer, ["web", "results"], { title: "title", url: "url", words: ["description"] });
    // Without a page that fits, there is no `web`.
    return pages ?? (fieldOf(parsed(answer), "type") === "search" ? [] : null);
  },
  // A key that it does not know is a wrong argument to it.
  refusal: (status, answer) => (status === 422 && /SUBSCRIPTION_TOKEN_INVALID/.test(answer) ? "key" : null),
};
