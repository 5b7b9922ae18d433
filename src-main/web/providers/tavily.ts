import { pagesAt } from "../read-json.ts";
import { jsonPost, type SearchProvider } from "../search-provider.ts";

/** https://docs.tavily.com/documentation/api-reference/endpoint/search */
export const tavily: SearchProvider = {
  name: "tavily",
  title: "Tavily",
  needs: "key",
  base: "https://api.tavily.com",
  call: ({ query, count, key, base }) => ({
    url: `${base}/search`,
    headers: { ...jsonPost, authorization: `Bearer ${key}` },
    body: JSON.stringify({ query, max_results: count, search_depth: "basic" }),
  }),
  read: (answer) => pagesAt(answer, ["results"], { title: "title", url: "url", words: ["content"] }),
  // The limit of the plan, and that of paying as one goes.
  refusal: (status) => (status === 432 || status === 433 ? "quota" : null),
};
