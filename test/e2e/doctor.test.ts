import { createServer, type RequestListener } from "node:http";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Check, DoctorReport } from "../../src-preload/contract/system.ts";
import { runCommand } from "../support/run-command.ts";
import { startScriptedEndpoint } from "../support/scripted-endpoint.ts";
import { createTestHome, endpointSettings, noSearchSettings } from "../support/test-home.ts";

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  return `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`;
}

const json = (status: number, body: unknown) => ({ status, type: "application/json", body: JSON.stringify(body) });
const list = json(200, { object: "list", data: [{ id: "llama3:8b" }, { id: "qwen3:8b" }] });

/** A server that answers by the path of the request. */
function byPath(answer: (path: string) => { status: number; type: string; body: string }): RequestListener {
  return (request, response) => {
    const { status, type, body } = answer(new URL(request.url ?? "/", "http://x").pathname);
    request.resume().on("end", () => response.writeHead(status, { "content-type": type }).end(body));
  };
}

async function doctor(settings: object) {
  await using test = await createTestHome();
  await test.config({ ...noSearchSettings, ...settings });
  const plain = await runCommand({ home: test.home, args: ["doctor"], cwd: test.work });
  const json = await runCommand({ home: test.home, args: ["doctor", "--json"], cwd: test.work });
  const report: DoctorReport = JSON.parse(json.stdout);
  const [model] = report.checks.filter(({ id }) => id === "model");
  return { code: json.code, plain, report, model: model ?? ({} satisfies Partial<Check>) };
}

function endpoint(apiBase: string, model = "custom/llama3:8b"): object {
  return { agents: { defaults: { model } }, providers: { custom: { apiBase, apiKey: "made-up-key" } } };
}

describe("perch doctor tells what is wrong with a model, and what to do", () => {
  it("a wrong key", async () => {
    const refusal = json(401, {
      error: { message: "Incorrect API key provided: made-up-key", code: "invalid_api_key" },
    });
    const base = await serve(byPath(() => refusal));
    const { code, plain, model } = await doctor(endpoint(`${base}/v1`));
    expect(code).toBe(1);
    expect(model).toMatchObject({ state: "broken", code: "wrong-key" });
    expect(model).toMatchObject({ nextStep: expect.stringContaining("providers.custom.apiKey") });
    expect(plain).toMatchObject({ code: 1, stdout: expect.stringContaining(`${base}/v1 refused the key`) });
    expect(plain.stdout).toMatch(/→ Enter the key of Custom again.*In config\.json: providers\.custom\.apiKey\./);
    expect(plain.stdout).not.toContain("made-up-key");
  });

  it.each(["", "/api"])("a wrong base path: %j", async (path) => {
    const base = await serve(byPath((asked) => (asked === "/v1/models" ? list : json(404, { detail: "Not Found" }))));
    const { code, model } = await doctor(endpoint(base + path));
    expect(code).toBe(1);
    const step = expect.stringMatching(new RegExp(`address of Custom to ${base}/v1\\..*providers\\.custom\\.apiBase`));
    expect(model).toMatchObject({ code: "wrong-path", nextStep: step });
    expect(model).toMatchObject({ message: expect.stringMatching(/HTTP 404.*list of 2 models/) });
  });

  it("a wrong base path where a web page is", async () => {
    const page = { status: 200, type: "text/html", body: "<!doctype html><title>Chat</title>" };
    const base = await serve(byPath((asked) => (asked === "/v1/models" ? list : page)));
    const { model } = await doctor(endpoint(base));
    expect(model).toMatchObject({ code: "wrong-path", message: expect.stringContaining("web page") });
  });

  it("a model that is not there", async () => {
    const unknown = json(404, { error: { message: "model 'llama-3' not found" } });
    const base = await serve(byPath((asked) => (asked === "/v1/models" ? list : unknown)));
    const { code, model } = await doctor(endpoint(`${base}/v1`, "custom/llama-3"));
    expect(code).toBe(1);
    expect(model).toMatchObject({ code: "unknown-model", message: expect.stringContaining("llama-3") });
    const step = expect.stringContaining('perch agent -m "/model custom/llama3:8b"');
    expect(model).toMatchObject({ nextStep: step });
  });

  it("a server that is not running", async () => {
    const { code, model } = await doctor({
      agents: { defaults: { model: "ollama/llama3" } },
      providers: { ollama: { apiBase: "http://127.0.0.1:1/v1" } },
    });
    expect(code).toBe(1);
    expect(model).toMatchObject({ code: "not-running", nextStep: expect.stringContaining("ollama serve") });
  });

  it.each([200, 502])("a proxy that answers with a page and HTTP %d", async (status) => {
    const page = { status, type: "text/html", body: "<html><title>Company gateway</title><h1>Sign in</h1></html>" };
    const base = await serve(byPath(() => page));
    const { code, model } = await doctor(endpoint(`${base}/v1`));
    expect(code).toBe(1);
    expect(model).toMatchObject({ code: "web-page", message: expect.stringContaining(`HTTP ${status}`) });
    expect(model).toMatchObject({ nextStep: expect.stringMatching(status === 200 ? /browser/ : /behind the proxy/) });
  });
});

it("perch doctor finds nothing broken where a chat would work, with every check named for programs", async () => {
  const call = { calls: [{ name: "read_file", arguments: { path: "notes.md" } }] };
  await using scripted = await startScriptedEndpoint(() => call);
  const { code, report, model } = await doctor(endpointSettings(scripted.baseUrl));
  expect(code).toBe(0);
  expect(report.broken).toBe(false);
  expect(model).toMatchObject({ state: "ok" });
  const ids = [
    "runtime",
    "settings",
    "network",
    "model",
    "home",
    "disk",
    "secrets",
    "search",
    "web-search",
    "sandbox",
    "sessions",
    "clock",
  ];
  expect(report.checks.map(({ id }) => id)).toEqual(ids);
  for (const { state, nextStep } of report.checks) expect(nextStep === undefined).toBe(state === "ok");
});
