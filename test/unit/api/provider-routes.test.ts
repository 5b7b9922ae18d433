import { readFile } from "node:fs/promises";
import { createServer, type IncomingHttpHeaders } from "node:http";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { createAssistant } from "../../../src-main/assistant.ts";
import type { Host } from "../../../src-main/host.ts";
import { createNodeSecrets } from "../../../src-main/keys/node-secrets.ts";
import { saveProvider } from "../../../src-main/providers/save-provider.ts";
import { createSettingsStore } from "../../../src-main/settings/settings-store.ts";
import { writeFileAtomic } from "../../../src-main/storage/atomic-file.ts";
import { nodeFileSystem } from "../../../src-main/storage/file-system.ts";
import type { Connection } from "../../../src-preload/contract/connection.ts";
import { contractError } from "../../../src-preload/contract/errors.ts";
import { fail } from "../../../src-preload/contract/result.ts";
import type { RouteCall } from "../../../src-preload/contract/routes.ts";
import { createTestHome, noServers, record, type TestHome, terminal, value } from "../../support/test-home.ts";

let home: TestHome;
let client: Connection;

beforeEach(async () => {
  home = await createTestHome({ GROQ_API_KEY: "gsk_private" });
  client = home.open({ localPorts: noServers }).connect(terminal);
});
afterEach(() => home[Symbol.asyncDispose]());

async function listing(answer: (path: string) => readonly [number, unknown]) {
  const asked: IncomingHttpHeaders[] = [];
  const server = createServer((request, response) => {
    asked.push(request.headers);
    const [status, body] = answer(request.url ?? "");
    response.writeHead(status, { "content-type": "application/json" });
    response.end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  return { asked, url: `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}/v1` };
}

async function row(name: string) {
  const { providers } = value(await client.request("provider.list", {}));
  return providers.find((provider) => provider.name === name);
}
const config = async () => JSON.parse(await readFile(join(home.home, "config.json"), "utf8"));
const models = async (name: string, refresh = false) =>
  value(await client.request("provider.models", { name, refresh }));

describe("provider.list", () => {
  it("has every provider with where its key comes from, and no key", async () => {
    await home.config({
      providers: {
        "my-box": {
          apiBase: "http://me:private@127.0.0.1:9/v1",
          extraHeaders: { "X-Api-Key": "private", "X-Team": "a" },
        },
        openai: { apiKey: "sk-private" },
        mistral: { apiKey: "secret:mistral" },
      },
    });
    const { providers } = value(await client.request("provider.list", {}));
    expect(providers[0]).toMatchObject({ name: "my-box", kind: "custom", apiBase: "http://127.0.0.1:9/v1" });
    expect(providers[0]?.extraHeaders).toEqual({ "X-Api-Key": "••••", "X-Team": "a" });
    expect(providers.at(-1)).toMatchObject({ kind: "practice", isSetUp: true, state: "ready" });
    expect(await row("openai")).toMatchObject({ key: { kind: "settings" }, isSetUp: true, state: "not-tested" });
    expect(await row("mistral")).toMatchObject({ key: { kind: "lost" }, isSetUp: true, state: "no-key" });
    expect(await row("groq")).toMatchObject({ key: { kind: "environment", variable: "GROQ_API_KEY" }, isSetUp: true });
    expect(await row("xai")).toMatchObject({ key: { kind: "none" }, isSetUp: false, state: "no-key" });
    expect(await row("ollama")).toMatchObject({ key: { kind: "not-needed" }, isSetUp: false, state: "not-tested" });
    expect(JSON.stringify(providers)).not.toContain("private");
  });

  it.each(["key-store", "file"] as const)(
    "tells that a key lies in the %s, and that a new one goes there",
    async (place) => {
      const secrets = createNodeSecrets(home.home, {
        env: place === "file" ? { PERCH_SECRETS: "file" } : {},
        files: nodeFileSystem,
        log: home.host.log,
        write: (path, content) => writeFileAtomic(path, content, { files: nodeFileSystem, mode: 0o600 }),
      });
      const host: Host = { ...home.host, secrets: place === "file" ? secrets : home.host.secrets };
      const assistant = createAssistant(host, { version: "test", files: nodeFileSystem, localPorts: noServers });
      onTestFinished(() => assistant.close());
      const connection = assistant.connect(terminal);
      const { provider } = value(await connection.request("provider.save", { name: "openai", apiKey: "sk-1" }));
      expect(provider.key).toEqual({ kind: "stored", place });
      expect(value(await connection.request("provider.list", {})).newKeys).toBe(place);
    },
  );

  it("tells how each stood when it was last asked", async () => {
    const refused = await listing(() => [401, { error: { message: "bad key" } }]);
    await home.config({ providers: { openai: { apiBase: refused.url, apiKey: "sk-private" } } });
    await models("openai");
    await models("ollama");
    expect(await row("openai")).toMatchObject({ state: "key-refused", message: expect.stringContaining("bad key") });
    expect(await row("ollama")).toMatchObject({ state: "not-running", isSetUp: false });
    value(await client.request("provider.save", { name: "openai", apiKey: "sk-better" }));
    expect(await row("openai")).toMatchObject({ state: "not-tested", message: "" });
  });
});

describe("provider.models", () => {
  it("has what the list tells, the rest from the table, and the models of the settings first", async () => {
    const list = [
      { id: "gpt-5-mini" },
      { id: "own", context_length: 1000, pricing: { prompt: "0.000001", completion: "0.000002" } },
      { id: "embed", type: "embedding" },
    ];
    const endpoint = await listing(() => [200, { data: list }]);
    await home.config({ providers: { openai: { apiBase: endpoint.url, apiKey: "k", models: ["tuned"] } } });
    const { models: found, message } = await models("openai");
    expect(message).toBe("");
    expect(found.map(({ id }) => id)).toEqual(["openai/tuned", "openai/gpt-5-mini", "openai/own"]);
    expect(found[0]).toMatchObject({ contextWindow: null, source: "default", tools: null });
    expect(found[1]).toMatchObject({ contextWindow: 400_000, source: "table", images: true, price: { input: 0.25 } });
    expect(found[2]).toMatchObject({ contextWindow: 1000, source: "provider", price: { input: 1, output: 2 } });
    await models("openai");
    expect(endpoint.asked).toHaveLength(1);
    await models("openai", true);
    expect(endpoint.asked).toHaveLength(2);
  });

  it("has the names of the list behind the provider, also where they begin like it", async () => {
    const endpoint = await listing(() => [200, { data: [{ id: "openrouter/auto" }, { id: "openai/gpt-5" }] }]);
    await home.config({ providers: { openrouter: { apiBase: endpoint.url, models: ["openrouter/openai/gpt-5"] } } });
    const { models: found } = await models("openrouter");
    expect(found.map(({ id }) => id)).toEqual(["openrouter/openai/gpt-5", "openrouter/openrouter/auto"]);
  });

  it("says why there is no list, and names models to begin with", async () => {
    const broken = await listing(() => [500, "broken"]);
    await home.config({ providers: { mistral: { apiBase: broken.url, apiKey: "k" } } });
    expect(await models("mistral")).toMatchObject({
      message: expect.stringContaining(broken.url),
      models: [{ id: "mistral/mistral-medium-latest" }, {}],
    });
    expect((await models("xai")).message).toContain("XAI_API_KEY");
    expect((await models("azure")).message).toContain("Azure needs an address");
    const unknown = await client.request("provider.models", { name: "nosuch" });
    expect(unknown.ok ? null : unknown.error.code).toBe("not-found");
  });

  it("tells a window that an overflow taught, until it is forgotten", async () => {
    const overflow = { error: { code: "context_length_exceeded", message: "maximum context length is 9000 tokens" } };
    const endpoint = await listing((path) =>
      path === "/v1/models" ? [200, { data: [{ id: "m" }] }] : [400, overflow],
    );
    await home.config({
      agents: { defaults: { model: "custom/m" } },
      providers: { custom: { apiBase: endpoint.url } },
    });
    const seen = await record(client);
    value(await client.request("chat.send", { sessionKey: "cli:direct", text: "Hi", workFolder: home.work }));
    await seen.until("run-end");
    expect((await models("custom")).models[0]).toMatchObject({ contextWindow: 9000, source: "overflow" });
    value(await client.request("model.forget", { modelId: "custom/m" }));
    expect((await models("custom")).models[0]).toMatchObject({ contextWindow: null, source: "default" });
    await seen.until("settings-changed");
    const slip = await client.request("model.forget", { modelId: "cutsom/m" });
    expect(slip.ok ? null : slip.error.code).toBe("no-model");
  });

  it("has the practice model, which costs nothing", async () => {
    const free = { input: 0, output: 0, cachedInput: 0 };
    expect((await models("practice")).models).toMatchObject([{ id: "practice/practice", tools: true, price: free }]);
  });
});

describe("provider.save", () => {
  it("takes no secret header along to another host", async () => {
    const extraHeaders = { "X-Api-Key": "private-key", "X-Team": "a" };
    await home.config({ providers: { custom: { apiBase: "http://127.0.0.1:9/v1", extraHeaders } } });
    value(await client.request("provider.save", { name: "custom", apiBase: "http://127.0.0.1:9/other/v1" }));
    expect((await config()).providers.custom.extraHeaders).toEqual(extraHeaders);
    value(await client.request("provider.save", { name: "custom", apiBase: "http://elsewhere.example/v1" }));
    expect((await config()).providers.custom.extraHeaders).toEqual({ "X-Team": "a" });
  });

  it("keeps the key in the key store alone, and leaves the rest as it is", async () => {
    const endpoint = await listing(() => [200, { data: [{ id: "m" }] }]);
    const seen = await record(client);
    const headers = { "X-Key": "hidden", "X-Old": "1" };
    const saved = { name: "my-box", apiKey: " private-key ", apiBase: endpoint.url, extraHeaders: headers };
    const { provider } = value(await client.request("provider.save", saved));
    expect(provider).toMatchObject({ name: "my-box", apiBase: endpoint.url });
    expect(provider.key).toEqual({ kind: "stored", place: "key-store" });
    await seen.until("settings-changed");
    expect(home.secrets.get("my-box")).toBe("private-key");
    await models("my-box");
    expect(endpoint.asked[0]).toMatchObject({ authorization: "Bearer private-key", "x-key": "hidden" });
    const shown = provider.extraHeaders["X-Key"] ?? "";
    const change = { name: "my-box", extraHeaders: { "X-Key": shown, "X-New": "2" }, models: ["a", "a"] };
    expect(shown).toBe("••••");
    value(await client.request("provider.save", change));
    expect((await config()).providers["my-box"]).toEqual({
      apiKey: "secret:my-box",
      apiBase: endpoint.url,
      extraHeaders: { "X-Key": "secret:provider:my-box:x-key", "X-New": "2" },
      models: ["a"],
    });
    await models("my-box");
    expect(endpoint.asked.at(-1)).toMatchObject({ "x-key": "hidden", "x-new": "2" });
    value(await client.request("provider.save", { name: "my-box", extraHeaders: { "X-New": "••••" } }));
    expect([...home.secrets.keys()]).toEqual(["my-box"]);
  });

  it("takes a key and an address away again", async () => {
    const moved = { name: "OpenAI", apiKey: "sk-1", apiBase: "https://proxy.example/v1" };
    value(await client.request("provider.save", moved));
    const { provider } = value(await client.request("provider.save", { name: "openai", apiKey: "", apiBase: "" }));
    expect(provider).toMatchObject({ name: "openai", key: { kind: "none" }, apiBase: "https://api.openai.com/v1" });
    expect(home.secrets.size).toBe(0);
    expect((await config()).providers).toEqual({ openai: {} });
  });

  it("knows the address by a key that names its provider", async () => {
    const { provider } = value(await client.request("provider.save", { name: "work", apiKey: "sk-or-v1-x" }));
    expect(provider.apiBase).toBe("https://openrouter.ai/api/v1");
  });

  const long = "x".repeat(5000);
  const wrong: readonly (readonly [string, Omit<RouteCall<"provider.save">, "name">, string, RegExp])[] = [
    ["custom", { apiBase: "localhost:80" }, "apiBase", /no web address.*http:\/\/localhost:80/],
    ["custom", { apiBase: "my server" }, "apiBase", /no web address.*https:\/\/host\/v1/],
    ["custom", { apiBase: "ftp://host.example/v1" }, "apiBase", /begins with http/],
    ["custom", { apiBase: "https://me:pw@host.example/v1" }, "apiBase", /name or a password.*key/],
    ["custom", { apiBase: `https://host.example/${long}` }, "apiBase", /too long/],
    ["custom", {}, "apiBase", /needs an address/],
    ["custom", { apiBase: "https://host.example/v1?key=[key]&x=1" }, "apiBase", /\[key\] stands in the place of a key/],
    ["openai", { apiKey: "sk-a b" }, "apiKey", /no key.*spaces.*again/],
    ["openai", { apiKey: "sk-ü" }, "apiKey", /no key/],
    ["openai", { apiKey: long }, "apiKey", /too long/],
    ["openai", { extraHeaders: { "X Team": "a" } }, "headerName", /“X Team”.*no spaces/],
    ["openai", { extraHeaders: { "X-Team: blue": "a" } }, "headerName", /without the colon/],
    ["openai", { extraHeaders: { "": "a" } }, "headerName", /needs a name/],
    ["openai", { extraHeaders: { [long]: "a" } }, "headerName", /too long/],
    ["openai", { extraHeaders: { Host: "a" } }, "headerName", /Perch sets “Host” itself/],
    ["openai", { extraHeaders: { "X-Team": "blau\nrot" } }, "headerValue", /X-Team.*line breaks/],
    ["openai", { extraHeaders: { "X-Team": "grün" } }, "headerValue", /X-Team.*plain/],
    ["openai", { extraHeaders: { "X-Team": long } }, "headerValue", /too long/],
    ["a/b", { apiBase: "https://host.example/v1" }, "name", /letters, digits/],
  ];
  it.each(wrong)("refuses %s with %o beside the field %s, and saves nothing", async (name, change, field, words) => {
    const refused = await client.request("provider.save", { name, apiKey: "good-key", ...change });
    const error = refused.ok ? null : refused.error;
    expect(error).toMatchObject({ code: "invalid-input", data: { field }, message: expect.stringMatching(words) });
    // What a person reads names no pattern, no route and no place in a file.
    expect(error?.message).not.toMatch(/providers\.|provider\.save|\^\[|expected|xxxxx/);
    expect(home.secrets.size).toBe(0);
    await expect(config()).rejects.toThrow();
  });

  it("takes names of headers that differ only in case for one header: the last one counts", async () => {
    await home.config({ providers: { openai: { extraHeaders: { "X-Team": "a", "x-team": "b", "X-Other": "c" } } } });
    expect((await row("openai"))?.extraHeaders).toEqual({ "x-team": "b", "X-Other": "c" });
    const shown = { "x-team": "••••", "X-Other": "••••" };
    const change = { name: "openai", extraHeaders: { ...shown, "X-TEAM": "d" } };
    const { provider } = value(await client.request("provider.save", change));
    expect(provider.extraHeaders).toEqual({ "X-TEAM": "d", "X-Other": "c" });
    expect((await config()).providers.openai.extraHeaders).toEqual({ "X-Other": "c", "X-TEAM": "d" });
    const kept = { name: "openai", extraHeaders: { "x-team": "••••" } };
    value(await client.request("provider.save", kept));
    expect((await config()).providers.openai.extraHeaders).toEqual({ "x-team": "d" });
  });

  it("changes the key store back when the settings cannot be written", async () => {
    const full = fail(contractError("disk-full", "full"));
    const settings = createSettingsStore(home.host, nodeFileSystem, async () => full);
    await home.host.secrets.set("openai", "old");
    for (const name of ["openai", "groq"]) {
      const saved = await saveProvider({ name, apiKey: "new" }, { host: home.host, settings });
      expect(saved.ok ? null : saved.error.code).toBe("disk-full");
    }
    expect([...home.secrets]).toEqual([["openai", "old"]]);
  });

  it("saves nothing when the key store refuses", async () => {
    const secrets = { ...home.host.secrets, set: async () => Promise.reject(new Error("locked")) };
    const host: Host = { ...home.host, secrets };
    let written = 0;
    const settings = createSettingsStore(host, nodeFileSystem, async () => {
      written++;
      return { ok: true, value: undefined };
    });
    const saved = await saveProvider({ name: "openai", apiKey: "new" }, { host, settings });
    expect(saved.ok ? "" : saved.error.message).toContain("locked");
    expect(written).toBe(0);
  });
});

describe("provider.remove", () => {
  it("takes the entry and its key, but not a key that another one uses", async () => {
    value(await client.request("provider.save", { name: "openai", apiKey: "sk-1" }));
    value(await client.request("provider.save", { name: "xai", apiKey: "xai-1" }));
    value(await client.request("settings.update", { patch: { providers: { work: { apiKey: "secret:xai" } } } }));
    value(await client.request("provider.remove", { name: "openai" }));
    value(await client.request("provider.remove", { name: "xai" }));
    expect(Object.keys((await config()).providers)).toEqual(["work"]);
    expect([...home.secrets]).toEqual([["xai", "xai-1"]]);
    const again = await client.request("provider.remove", { name: "openai" });
    expect(again.ok ? null : again.error.code).toBe("not-found");
  });
});

describe("provider.detect", () => {
  it.each([
    ["sk-or-x", { name: "openrouter", isSure: true }],
    ["sk-x", { name: "openai", isSure: false }],
    ["whose", { name: null, isSure: false }],
  ])("%s", async (apiKey, expected) => {
    expect(value(await client.request("provider.detect", { apiKey }))).toEqual(expected);
  });
});
