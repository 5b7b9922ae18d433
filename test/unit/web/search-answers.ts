import type { SearchProviderName } from "../../../src-preload/contract/web-search.ts";

/* Answers as the providers send them, shortened: with fields that nobody asked for, and pages that are none. */

const duckPage = `<!DOCTYPE html><html><body><div id="links" class="results">
<div class="result results_links results_links_deep result--ad"><h2 class="result__title">
<a rel="nofollow" class="result__a" href="https://duckduckgo.com/y.js?ad_domain=shop.example&amp;u3=x">Buy birds</a></h2></div>
<div class="result results_links results_links_deep web-result "><div class="links_main links_deep result__body">
<h2 class="result__title"><a rel="nofollow" class="result__a" href="//duckduckgo.com/l/?uddg=https%3A%2F%2Fbirds.example%2Fa%3Fx%3D1%26y%3D2&amp;rut=abc">Birds &amp; <b>more</b> &#x27;here&#39;</a></h2>
<a class="result__snippet" href="//duckduckgo.com/l/?uddg=https%3A%2F%2Fbirds.example%2Fa">All about <b>birds</b> &lt;here&gt;.</a>
</div></div>
<div class="result web-result"><h2 class="result__title"><a rel="nofollow" class="result__a" href="https://other.example/b">Other</a></h2></div>
<div class="result web-result"><h2 class="result__title"><a rel="nofollow" class="result__a" href="//duckduckgo.com/l/?uddg=javascript%3Aalert(1)">Bad</a></h2></div>
</div></body></html>`;

interface ProviderAnswer {
  readonly body: unknown;
  /** One without any page. */
  readonly nothing: unknown;
}

const bird = { title: "Birds & more 'here'", url: "https://birds.example/a?x=1&y=2" };
const other = { title: "Other", url: "https://other.example/b" };
const bad = { title: "Bad", url: "javascript:alert(1)" };

export const providerAnswers: Readonly<Record<SearchProviderName, ProviderAnswer>> = {
  duckduckgo: {
    body: duckPage,
    nothing: '<html><body><div class="no-results">No  results.</div></body></html>',
  },
  brave: {
    body: {
      type: "search",
      query: { original: "birds", more_results_available: true },
      mixed: { type: "mixed", main: [{ type: "web", index: 0, all: false }] },
      web: {
        type: "search",
        results: [
          {
            ...bird,
            description: "All about birds <here>.",
            language: "en",
            family_friendly: true,
            type: "search_result",
          },
          { ...other, is_source_local: false },
          bad,
        ],
      },
    },
    nothing: { type: "search", query: { original: "xyzzy" }, mixed: { type: "mixed", main: [] } },
  },
  tavily: {
    body: {
      query: "birds",
      answer: null,
      follow_up_questions: null,
      images: [],
      results: [
        { ...bird, content: "All about birds <here>.", score: 0.98, raw_content: null },
        { ...other, content: "", score: 0.4 },
        bad,
      ],
      response_time: 1.2,
    },
    nothing: { query: "xyzzy", results: [], response_time: 0.4 },
  },
  searxng: {
    body: {
      query: "birds",
      number_of_results: 0,
      results: [
        {
          ...bird,
          content: "All about birds <here>.",
          engine: "bing",
          parsed_url: ["https", "birds.example", "/a"],
          score: 1,
        },
        { ...other, content: null, publishedDate: null },
        bad,
      ],
      answers: [],
      suggestions: [],
      unresponsive_engines: [["google", "CAPTCHA"]],
    },
    nothing: { query: "xyzzy", results: [], answers: [] },
  },
  exa: {
    body: {
      requestId: "b5947044c4b78efa9552a7c89b306d95",
      resolvedSearchType: "neural",
      results: [
        {
          ...bird,
          id: bird.url,
          publishedDate: "2025-01-01",
          author: null,
          highlights: ["All about birds <here>."],
          highlightScores: [0.5],
        },
        { ...other, id: other.url, highlights: [] },
        bad,
      ],
      costDollars: { total: 0.005 },
    },
    nothing: { requestId: "b5947044c4b78efa9552a7c89b306d96", results: [] },
  },
  serper: {
    body: {
      searchParameters: { q: "birds", type: "search", engine: "google" },
      knowledgeGraph: { title: "Bird" },
      organic: [
        { title: bird.title, link: bird.url, snippet: "All about birds <here>.", position: 1 },
        { title: other.title, link: other.url, position: 2 },
        { title: bad.title, link: bad.url, position: 3 },
      ],
      credits: 1,
    },
    nothing: { searchParameters: { q: "xyzzy" }, organic: [], credits: 1 },
  },
};

export const foundPages = [
  { ...bird, words: "All about birds <here>." },
  { ...other, words: "" },
];
