import { pagesAt } from "../read-json.ts";
import { jsonPost, type SearchProvider } from "../search-provider.ts";

/** https://docs.exa.ai/reference/search */
export const exa: SearchProvider = {
  name: "exa",
  title: "Exa",
  needs: "key",
  base: "https://api.exa.ai",
  call: ({ query, count, key, base }) => ({
    url: `${base}/search`,
    headers: { ...jsonPost, "x-api-key": key },
    body: JSON.stringify({ query, numResults: count, type: "auto", contents: { highlights: true } }),
  }),
  read: (answer) =>
    pagesAt(answer, ["results"], { title: "title", url: "url", words: ["highlights", "summary", "text"] }),
};
