import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { startSearchEndpoint } from "../../support/search-endpoint.ts";
import { createTestHome, terminal, value } from "../../support/test-home.ts";

const found = { results: [{ title: "Weather", url: "https://weather.example/", content: "" }] };

describe("the search provider of the settings", () => {
  it("is DuckDuckGo at first, which wants nothing", async () => {
    await using home = await createTestHome();
    const setup = value(await home.open({ searchBases: {} }).connect(terminal).request("web.describeSearch", {}));
    expect(setup).toMatchObject({
      provider: "duckduckgo",
      key: "not-needed",
      host: "html.duckduckgo.com",
      baseUrl: null,
    });
    expect(setup.providers.map(({ name }) => name)).toEqual([
      "duckduckgo",
      "brave",
      "tavily",
      "searxng",
      "exa",
      "serper",
    ]);
  });

  it("keeps each key in the key store under its own name, shows none, and finds it again", async () => {
    await using home = await createTestHome({ BRAVE_KEY: "key-of-the-environment" });
    const client = home.open().connect(terminal);
    const save = async (change: object) =>
      value(await client.request("web.saveSearch", { provider: "brave", ...change }));
    expect(await save({ apiKey: " key-of-the-brave " })).toMatchObject({ provider: "brave", key: "key-store" });
    expect(home.secrets).toEqual(new Map([["search:brave", "key-of-the-brave"]]));
    const config = await readFile(join(home.home, "config.json"), "utf8");
    expect(JSON.parse(config)).toMatchObject({
      tools: { web: { search: { provider: "brave", apiKey: "secret:search:brave" } } },
    });
    expect(await save({ provider: "tavily" })).toMatchObject({ provider: "tavily", key: "none" });
    expect(await save({ provider: "brave" })).toMatchObject({ key: "key-store" });
    expect(await save({ apiKey: `$${"{BRAVE_KEY}"}` })).toMatchObject({ key: "other" });
    const shown = value(await client.request("settings.get", {}));
    expect(JSON.stringify(shown.settings.tools.web)).not.toContain("key-of-the");
    expect(shown.settings.tools.web.search.apiKey).toBe("[key]");
    expect(await save({ apiKey: "" })).toMatchObject({ key: "none" });
    expect(home.secrets.size).toBe(0);
  });

  it("is tried with a word, and says in words what came of it", async () => {
    await using home = await createTestHome();
    await using endpoint = await startSearchEndpoint({ body: found });
    const client = home.open().connect(terminal);
    const test = async () => value(await client.request("web.testSearch", {}));
    value(await client.request("web.saveSearch", { provider: "searxng" }));
    expect(await test()).toMatchObject({ kind: "failed", message: "There is no address for SearXNG." });
    const typed = ` ${endpoint.base}/search `;
    expect(value(await client.request("web.saveSearch", { provider: "searxng", baseUrl: typed }))).toMatchObject({
      baseUrl: typed.trim(),
      host: new URL(endpoint.base).host,
    });
    expect(await test()).toMatchObject({
      kind: "passed",
      message: "SearXNG answers. The first of 1 pages is at weather.example.",
    });
    endpoint.answer({ body: { results: [] } });
    expect(await test()).toMatchObject({ kind: "failed" });
    endpoint.answer({ status: 403, body: "Forbidden" });
    expect(await test()).toMatchObject({ kind: "failed", nextStep: expect.stringContaining("settings.yml") });
  });

  it("takes no address that cannot be asked, nor one with a name and password", async () => {
    await using home = await createTestHome();
    const client = home.open().connect(terminal);
    for (const baseUrl of ["searx.example", "ftp://searx.example", "https://ann:word@searx.example"]) {
      const refused = await client.request("web.saveSearch", { provider: "searxng", baseUrl });
      expect(refused.ok || refused.error.code).toBe("invalid-input");
    }
    expect(value(await client.request("web.describeSearch", {}))).toMatchObject({ provider: "duckduckgo" });
  });
});
