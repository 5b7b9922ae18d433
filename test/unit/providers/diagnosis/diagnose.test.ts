import { describe, expect, it } from "vitest";
import type { ModelError } from "../../../../src-main/models/model.ts";
import { candidateBases } from "../../../../src-main/providers/diagnosis/candidate-bases.ts";
import { diagnose } from "../../../../src-main/providers/diagnosis/diagnose.ts";
import type { Findings, TestedEndpoint } from "../../../../src-main/providers/diagnosis/findings.ts";
import type { SeenAnswer, Sighting } from "../../../../src-main/providers/diagnosis/look-at.ts";
import { nearestModels } from "../../../../src-main/providers/diagnosis/nearest-models.ts";

const base = "http://127.0.0.1:9999/v1";

function error(kind: ModelError["kind"], more: Partial<ModelError> = {}): ModelError {
  return { kind, retryable: false, reason: "", userMessage: "", ...more };
}

function sighting(address: string, answer: SeenAnswer): Sighting {
  return { address, answer };
}

type Change = Partial<Omit<Findings, "place">> & { readonly place?: Partial<TestedEndpoint> };

function findings({ place, ...more }: Change): Findings {
  return {
    place: {
      provider: "custom",
      modelId: "custom/big",
      modelName: "big",
      baseUrl: base,
      key: { from: "settings", variable: null, looksLike: null },
      ...place,
    },
    stage: "reached",
    error: null,
    models: null,
    here: null,
    elsewhere: null,
    hasNetwork: true,
    seconds: 15,
    ...more,
  };
}

const key = (more: Partial<TestedEndpoint["key"]>): Partial<TestedEndpoint> => ({
  key: { from: "settings", variable: null, looksLike: null, ...more },
});

const cases: readonly (readonly [string, Change, string, RegExp, RegExp])[] = [
  [
    "a wrong key of the settings",
    { error: error("auth", { reason: "Incorrect API key (HTTP 401)" }) },
    "wrong-key",
    /127\.0\.0\.1:9999\/v1 refused the key\. Reason given: “Incorrect API key” \(HTTP 401\)\.$/,
    /^Enter the key of Custom again/,
  ],
  [
    "a wrong key of the environment",
    { error: error("auth"), place: key({ from: "variable", variable: "OPENAI_API_KEY" }) },
    "wrong-key",
    /refused the key\.$/,
    /environment variable OPENAI_API_KEY/,
  ],
  [
    "a wrong key of the key store",
    { error: error("auth"), place: key({ from: "key-store" }) },
    "wrong-key",
    /refused the key/,
    /key of Custom again/,
  ],
  [
    "a key of another provider",
    { error: error("auth"), place: key({ looksLike: { name: "openrouter", title: "OpenRouter" } }) },
    "wrong-key",
    /refused the key/,
    /like one of OpenRouter.*as the key of OpenRouter.*give Custom a key/,
  ],
  [
    "no key where one is asked for",
    { error: error("auth"), place: key({ from: "none", variable: "GROQ_API_KEY" }) },
    "no-key",
    /asks for a key/,
    /GROQ_API_KEY/,
  ],
  ["a key that may not", { error: error("permission") }, "permission", /does not allow/, /account/],
  [
    "a base without /v1",
    {
      place: { baseUrl: "http://127.0.0.1:9999" },
      error: error("not_found", { status: 404 }),
      here: sighting("http://127.0.0.1:9999", { kind: "other", status: 404 }),
      elsewhere: sighting(base, { kind: "models", count: 3 }),
    },
    "wrong-path",
    /http:\/\/127\.0\.0\.1:9999 is not.*answers with HTTP 404.*:9999\/v1 answers with a list of 3 models/,
    /^Set the address of Custom to http:\/\/127\.0\.0\.1:9999\/v1\.$/,
  ],
  [
    "a base without /v1 that shows a page, with one beside it that asks for a key",
    {
      place: { baseUrl: "http://127.0.0.1:9999" },
      error: error("protocol"),
      here: sighting("http://127.0.0.1:9999", { kind: "page", status: 200 }),
      elsewhere: sighting(base, { kind: "asks-key", status: 401 }),
    },
    "wrong-path",
    /with a web page \(HTTP 200\).*asks for a key/,
    /Set the address/,
  ],
  [
    "a wrong base with nothing beside it",
    { error: error("not_found", { status: 404, reason: "Not Found (HTTP 404)" }) },
    "wrong-path",
    /answers with HTTP 404/,
    /up to and with \/v1, without \/chat\/completions/,
  ],
  [
    "a base that takes no POST",
    { stage: "first-token", error: error("bad_request", { status: 405 }) },
    "wrong-path",
    /HTTP 405/,
    /Correct the address/,
  ],
  [
    "a model that is not there, with a list",
    {
      place: { modelId: "ollama/lama3", modelName: "lama3", provider: "ollama" },
      error: error("not_found", { status: 404 }),
      models: ["qwen3:8b", "llama3:8b", "llama3.2:1b"],
    },
    "unknown-model",
    /has no model named lama3\./,
    /for example ollama\/llama3:8b, ollama\/llama3\.2:1b\. .*ollama pull lama3/,
  ],
  [
    "a model that is not there, without a list",
    { error: error("not_found", { reason: "no such model", status: 404 }) },
    "unknown-model",
    /has no model named big\. Reason given: “no such model”\./,
    /gives no list/,
  ],
  [
    "a model that is listed and not found",
    { error: error("not_found", { reason: "no such model", status: 404 }), models: ["big", "bigger"] },
    "unknown-model",
    /lists big, but does not find it/,
    /for example custom\/bigger\.$/,
  ],
  [
    "a listed model whose request is refused",
    { error: error("bad_request", { reason: "the model cannot do that" }), models: ["big"] },
    "refused-request",
    /did not accept the request for big/,
    /another model/,
  ],
  [
    "a list without a model",
    { stage: "models", models: [] },
    "unknown-model",
    /has no model yet\.$/,
    /Download or load/,
  ],
  [
    "Ollama that does not run",
    { place: { provider: "ollama" }, error: error("network", { sign: "refused" }) },
    "not-running",
    /Nothing answers at http:\/\/127\.0\.0\.1:9999\/v1/,
    /ollama serve$/,
  ],
  [
    "LM Studio's port under another name",
    { place: { baseUrl: "http://localhost:1234/v1" }, error: error("network", { sign: "refused" }) },
    "not-running",
    /localhost:1234/,
    /^Start LM Studio/,
  ],
  [
    "some port of this computer",
    { error: error("network", { sign: "refused" }) },
    "not-running",
    /Nothing answers/,
    /Ollama, LM Studio.*address of Custom/,
  ],
  [
    "a computer that refuses",
    { place: { baseUrl: "http://example.test:99/v1" }, error: error("network", { sign: "refused" }) },
    "not-running",
    /example\.test:99/,
    /address of Custom: its name and its port/,
  ],
  [
    "a name that is none",
    { place: { baseUrl: "https://nowhere.test/v1" }, error: error("network", { sign: "unknown-host" }) },
    "unknown-host",
    /no computer named nowhere\.test/,
    /name in the address of Custom/,
  ],
  [
    "a name, offline",
    {
      place: { baseUrl: "https://nowhere.test/v1" },
      error: error("network", { sign: "unknown-host" }),
      hasNetwork: false,
    },
    "no-network",
    /offline/,
    /Connect to a network/,
  ],
  [
    "no way there",
    { place: { baseUrl: "https://api.test/v1" }, error: error("network", { sign: "no-network" }) },
    "no-network",
    /no way to api\.test/,
    /Connect/,
  ],
  [
    "a proxy's page",
    { error: error("protocol", { sign: "page" }) },
    "web-page",
    /web page \(HTTP 200\)/,
    /open http:\/\/127\.0\.0\.1:9999 in a browser/,
  ],
  [
    "a proxy's page that only a look has seen",
    { error: error("protocol"), here: sighting(base, { kind: "page", status: 200 }) },
    "web-page",
    /web page/,
    /sign in/,
  ],
  [
    "a gateway without a server behind it",
    { error: error("server", { sign: "page", status: 502, reason: "502 Bad Gateway" }) },
    "web-page",
    /\(a proxy\) answers.*\(HTTP 502\).*does not answer\. Reason given: “502 Bad Gateway”\./,
    /behind the proxy/,
  ],
  [
    "a redirect",
    { error: error("protocol", { sign: "redirect", reason: "https://there.test/v1" }) },
    "redirect",
    /there\.test/,
    /trust/,
  ],
  [
    "a certificate that signs itself",
    { place: { baseUrl: "https://box.lan/v1" }, error: error("network", { sign: "self-signed" }) },
    "certificate",
    /does not trust box\.lan: its certificate/,
    /SSL_CERT_FILE/,
  ],
  [
    "a certificate that is too old",
    { place: { baseUrl: "https://box.lan/v1" }, error: error("network", { sign: "certificate", reason: "expired" }) },
    "certificate",
    /not valid\. Reason given: “expired”\./,
    /clock/,
  ],
  [
    "HTTPS where none is spoken",
    { place: { baseUrl: "https://127.0.0.1:8080/v1" }, error: error("network", { sign: "not-tls" }) },
    "not-tls",
    /does not speak HTTPS/,
    /address of Custom to http:\/\/127\.0\.0\.1:8080\/v1, /,
  ],
  [
    "a model that only talks",
    { stage: "tool-call", models: ["big"] },
    "no-tools",
    /did not call the tool/,
    /supports tools/,
  ],
  [
    "a model that refuses tools",
    {
      stage: "first-token",
      error: error("bad_request", { reason: "gemma:2b does not support tools" }),
      models: ["big"],
    },
    "no-tools",
    /takes no tools, .*“gemma:2b does not support tools”/,
    /supports tools/,
  ],
  [
    "a route without tools",
    {
      stage: "first-token",
      error: error("not_found", { reason: "No endpoints found that support tool use." }),
      models: ["x"],
    },
    "no-tools",
    /takes no tools/,
    /supports tools/,
  ],
  [
    "vLLM without its switch",
    { error: error("bad_request", { reason: '"auto" tool choice requires --enable-auto-tool-choice' }) },
    "no-tools",
    /takes no tools/,
    /--tool-call-parser/,
  ],
  ["an empty answer", { stage: "first-token", models: ["big"] }, "silent", /big gave an empty answer/, /another model/],
  ["an empty account", { error: error("quota") }, "quota", /no balance/, /Top it up/],
  ["too many requests", { error: error("rate_limit") }, "busy", /no more requests at the moment/, /Wait/],
  ["no answer in time", { error: error("aborted") }, "timeout", /within 15 seconds/, /loading/],
  ["a broken connection", { error: error("network", { reason: "hang up" }) }, "connection", /hang up/, /VPN/],
  ["a fault of the server", { error: error("server", { status: 500 }) }, "server-fault", /fault of its own/, /log/],
  ["a refused request", { error: error("bad_request", { status: 400 }) }, "refused-request", /not accept/, /Choose/],
];

describe("a diagnosis", () => {
  it.each(cases)("of %s", (_what, change, code, message, nextStep) => {
    const problem = diagnose(findings(change));
    expect(problem).toMatchObject({ code });
    expect(problem.message).toMatch(message);
    expect(problem.nextStep).toMatch(nextStep);
    expect(problem.message + problem.nextStep).not.toMatch(/[{}]|undefined|null/);
    // Those who have the window need no place in a file.
    expect(problem.message + problem.nextStep).not.toMatch(/providers\.|agents\.|config\.json|perch agent/);
  });

  it.each([
    [{ error: error("auth") }, { setting: "providers.custom.apiKey" }],
    [
      { error: error("auth"), place: key({ looksLike: { name: "openrouter", title: "OpenRouter" } }) },
      { setting: "providers.openrouter.apiKey" },
    ],
    [{ error: error("protocol", { sign: "page" }) }, { setting: "providers.custom.apiBase" }],
    [{ error: error("network", { sign: "refused" }) }, { setting: "providers.custom.apiBase" }],
    [
      { error: error("not_found", { status: 404 }), models: ["bigger"] },
      { command: 'perch agent -m "/model custom/bigger"' },
    ],
  ])("tells a terminal where it stands: %o", (change, told) => {
    expect(diagnose(findings(change))).toMatchObject(told);
  });

  it("closes the words of the other side, and leaves out what it did not say", () => {
    const message = (reason: string) => diagnose(findings({ error: error("server", { reason }) })).message;
    expect(message("It broke. (HTTP 500)")).toMatch(/fault of its own\. Reason given: “It broke” \(HTTP 500\)\.$/);
    expect(message("HTTP 500")).toMatch(/Reason given: HTTP 500\.$/);
    expect(message("")).toMatch(/fault of its own\.$/);
  });
});

describe("where else to look", () => {
  const origin = "http://h:1";
  it.each([
    ["", ["/v1", "/api/v1"]],
    ["/", ["/v1", "/api/v1"]],
    ["/v1/chat/completions", ["/v1", "/api/v1"]],
    ["/v1/chat/completions/", ["/v1", "/api/v1"]],
    ["/chat/completions", ["", "/v1", "/api/v1"]],
    ["/v1/models", ["/v1", "/api/v1"]],
    ["/v1/v1", ["/v1", "/api/v1"]],
    ["/api", ["/api/v1", "/v1"]],
    ["/openai", ["/openai/v1", "/v1", "/api/v1"]],
    ["/v1", ["/api/v1"]],
    ["/v1beta/openai", ["/v1", "/api/v1"]],
  ])("for %j", (path, expected) => {
    expect(candidateBases(origin + path)).toEqual(expected.map((one) => origin + one));
  });
});

describe("the nearest models", () => {
  it.each([
    ["gpt5", ["gpt-5", "gpt-4o", "o3"], ["gpt-5", "gpt-4o"]],
    ["sonnet", ["claude-sonnet-4-5", "claude-haiku-4-5"], ["claude-sonnet-4-5"]],
    ["meta/llama-3.3-70b", ["qwen", "groq/llama-3.3-70b-versatile"], ["groq/llama-3.3-70b-versatile"]],
    ["zzz", ["a1", "b2", "c3", "d4"], ["a1", "b2", "c3"]],
    ["x", [], []],
  ])("to %s", (wanted, listed, expected) => {
    expect(nearestModels(wanted, listed)).toEqual(expected);
  });
});
