import { describe, expect, it } from "vitest";
import { createSearch, type SearchRequest } from "../../../src-main/web/search.ts";
import { ok } from "../../../src-preload/contract/result.ts";
import { settingsSchema } from "../../../src-preload/contract/settings.ts";
import { type SearchProviderName, searchProviderNames } from "../../../src-preload/contract/web-search.ts";
import { createManualClock } from "../../support/manual-clock.ts";
import { type SearchEndpoint, startSearchEndpoint } from "../../support/search-endpoint.ts";
import { createTestHome, type TestHome } from "../../support/test-home.ts";
import { foundPages, providerAnswers } from "./search-answers.ts";

const withKey: readonly SearchProviderName[] = ["brave", "tavily", "exa", "serper"];

function searchOf(home: TestHome, provider: SearchProviderName, endpoint: { readonly base: string }, own: object = {}) {
  const search = { provider, apiKey: `secret:search:${provider}`, baseUrl: `${endpoint.base}/search`, ...own };
  const settings = { current: async () => ok(settingsSchema.parse({ tools: { web: { search } } })) };
  const bases = provider === "searxng" ? {} : { [provider]: endpoint.base };
  return createSearch({ host: home.host, settings, bases });
}

async function withHome(): Promise<TestHome> {
  const home = await createTestHome();
  for (const name of withKey) await home.host.secrets.set(`search:${name}`, `key-of-${name}`);
  return home;
}

const question = (more: Partial<SearchRequest> = {}): SearchRequest => ({
  query: "birds & bees",
  count: 5,
  signal: new AbortController().signal,
  ...more,
});

async function troubleOf(home: TestHome, provider: SearchProviderName, endpoint: SearchEndpoint, own: object = {}) {
  const found = await searchOf(home, provider, endpoint, own).search(question());
  if (found.ok) return "found";
  expect(found.error.message.length).toBeGreaterThan(10);
  expect(found.error.nextStep.length).toBeGreaterThan(5);
  return found.error.kind;
}

describe("a search", () => {
  it.each(searchProviderNames)("reads the pages that %s found, and its answer without any", async (provider) => {
    await using home = await withHome();
    await using endpoint = await startSearchEndpoint(providerAnswers[provider]);
    const search = searchOf(home, provider, endpoint);
    const found = await search.search(question());
    expect(found.ok && found.value.pages).toEqual(foundPages);
    const one = await search.search(question({ count: 1 }));
    expect(one.ok && one.value.pages.length).toBe(1);
    endpoint.answer({ body: providerAnswers[provider].nothing });
    const nothing = await search.search(question());
    expect(nothing.ok && nothing.value.pages).toEqual([]);
  });

  it("asks each provider in its own way, with its own key and nothing else of the person", async () => {
    await using home = await withHome();
    const asked: Record<string, unknown> = {};
    for (const provider of searchProviderNames) {
      await using endpoint = await startSearchEndpoint(providerAnswers[provider]);
      await searchOf(home, provider, endpoint).search(question());
      const [request] = endpoint.asked;
      const { authorization, "x-api-key": key, "x-subscription-token": token, cookie } = request?.headers ?? {};
      asked[provider] = [
        `${request?.method} ${request?.url}`,
        request?.body,
        authorization ?? key ?? token ?? cookie ?? "",
      ];
    }
    expect(asked).toEqual({
      duckduckgo: ["POST /html/", "q=birds+%26+bees&kl=wt-wt", ""],
      brave: ["GET /res/v1/web/search?q=birds+%26+bees&count=5&text_decorations=false", "", "key-of-brave"],
      tavily: [
        "POST /search",
        '{"query":"birds & bees","max_results":5,"search_depth":"basic"}',
        "Bearer key-of-tavily",
      ],
      searxng: ["GET /search?q=birds+%26+bees&format=json", "", ""],
      exa: [
        "POST /search",
        '{"query":"birds & bees","numResults":5,"type":"auto","contents":{"highlights":true}}',
        "key-of-exa",
      ],
      serper: ["POST /search", '{"q":"birds & bees","num":5}', "key-of-serper"],
    });
  });

  it("is asked of nobody without a key, nor with the key of another provider", async () => {
    await using home = await withHome();
    await using endpoint = await startSearchEndpoint(providerAnswers.brave);
    for (const provider of withKey) {
      expect(await troubleOf(home, provider, endpoint, { apiKey: null })).toBe("no-key");
      const wrong = provider === "brave" ? "tavily" : "brave";
      expect(await troubleOf(home, provider, endpoint, { apiKey: `secret:search:${wrong}` })).toBe("no-key");
      expect(await troubleOf(home, provider, endpoint, { apiKey: "secret:provider:openai" })).toBe("no-key");
    }
    expect(await troubleOf(home, "searxng", endpoint, { baseUrl: null })).toBe("no-address");
    expect(await troubleOf(home, "searxng", endpoint, { baseUrl: "https://a:b@searx.example" })).toBe("no-address");
    expect(endpoint.asked).toEqual([]);
  });

  it.each([
    ["brave", 401, "", "key"],
    ["brave", 422, '{"error":{"code":"SUBSCRIPTION_TOKEN_INVALID"}}', "key"],
    ["brave", 422, '{"error":{"code":"VALIDATION"}}', "status"],
    ["tavily", 403, "", "key"],
    ["tavily", 432, "", "quota"],
    ["tavily", 433, "", "quota"],
    ["exa", 402, '{"tag":"NO_MORE_CREDITS"}', "quota"],
    ["serper", 400, '{"message":"Not enough credits"}', "quota"],
    ["serper", 403, '{"message":"Unauthorized."}', "key"],
    ["searxng", 403, "<h1>Forbidden</h1>", "format"],
    ["searxng", 429, "", "quota"],
    ["searxng", 200, "<html><body>results for browsers</body></html>", "changed"],
    ["duckduckgo", 202, '<form id="challenge-form" class="anomaly-modal__form"></form>', "quota"],
    ["duckduckgo", 200, "<html><body>A page of another time</body></html>", "changed"],
    ["duckduckgo", 403, "", "status"],
    ["exa", 500, "", "status"],
    ["tavily", 200, '{"results":"none"}', "changed"],
    ["tavily", 200, `${"[".repeat(100_000)}`, "changed"],
  ] as const)("tells of %s with %d %s as %s", async (provider, status, body, trouble) => {
    await using home = await withHome();
    await using endpoint = await startSearchEndpoint({ status, body });
    expect(await troubleOf(home, provider, endpoint)).toBe(trouble);
  });

  it("follows no redirect, so that a key stays where it was given to", async () => {
    await using home = await withHome();
    await using other = await startSearchEndpoint(providerAnswers.brave);
    await using endpoint = await startSearchEndpoint({ status: 302, headers: { location: other.base }, body: "" });
    expect(await troubleOf(home, "brave", endpoint)).toBe("redirect");
    expect(other.asked).toEqual([]);
  });

  it("ends in its time, at a stop, and where nobody listens", async () => {
    await using home = await withHome();
    await using endpoint = await startSearchEndpoint({ body: "", gate: new Promise(() => undefined) });
    const clock = createManualClock();
    const host = { ...home.host, setTimer: clock.setTimer };
    const slow = searchOf({ ...home, host }, "searxng", endpoint).search(question());
    while (endpoint.asked.length === 0) await new Promise((resolve) => setImmediate(resolve));
    clock.advance(20_000);
    const late = await slow;
    expect(late.ok || late.error.kind).toBe("timeout");
    const stop = new AbortController();
    const stopped = searchOf(home, "searxng", endpoint).search(question({ signal: stop.signal }));
    stop.abort();
    const ended = await stopped;
    expect(ended.ok || ended.error.kind).toBe("aborted");
    const nobody = { ...endpoint, base: "http://127.0.0.1:1" };
    expect(await troubleOf(home, "searxng", nobody)).toBe("unreachable");
  });
});
