import { pagesAt } from "../read-json.ts";
import { jsonPost, type SearchProvider } from "../search-provider.ts";

/** Google's results: https://serper.dev */
export const serper: SearchProvider = {
  name: "serper",
  title: "Serper",
  needs: "key",
  base: "https://google.serper.dev",
  call: ({ query, count, key, base }) => ({
    url: `${base}/search`,
    headers: { ...jsonPost, "x-api-key": key },
    body: JSON.stringify({ q: query, num: count }),
  }),
  read: (answer) => pagesAt(answer, ["organic"], { title: "title", url: "link", words: ["snippet"] }),
  refusal: (status, answer) => (status === 400 && /not enough credits/i.test(answer) ? "quota" : null),
};
