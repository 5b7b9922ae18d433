import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Connection } from "../../../src-preload/contract/connection.ts";
import { type AgentBench, type BenchOptions, createAgentBench } from "../../support/agent-bench.ts";
import { type Script, startScriptedEndpoint } from "../../support/scripted-endpoint.ts";
import { endpointSettings, record, terminal, value } from "../../support/test-home.ts";

const options: BenchOptions = {
  provider: "openai",
  defaults: { model: "openai/gpt-6-astra", reasoningEffort: "high" },
  endpointOptions: { hasResponses: true },
};
const onlyResponses = "This model is only supported in v1/responses and not in v1/chat/completions.";
const read = (path: string) => ({ name: "read_file", arguments: { path } });

const loop: Script = [
  { reasoning: "First a.", sealed: "sealed-1", text: "I look.", phase: "commentary", calls: [read("a.txt")] },
  { reasoning: "Then b.", sealed: "sealed-2", calls: [read("b.txt"), read("a.txt")] },
  { reasoning: "Both.", sealed: "sealed-3", text: "They say one and two.", phase: "final_answer" },
  { text: "As I said." },
];

function inputOf(bench: AgentBench, index: number): readonly Readonly<Record<string, unknown>>[] {
  const input = bench.endpoint.requests[index]?.body["input"];
  return Array.isArray(input) ? input : [];
}

/** From the first message of the user on. */
const kindsOf = (input: readonly Readonly<Record<string, unknown>>[]) =>
  input.slice(1).map((item) => item["encrypted_content"] ?? item["role"] ?? item["type"]);

describe("a turn over the Responses API", () => {
  it("thinks and calls tools, and has its thoughts back before each call they led to", async () => {
    await using bench = await createAgentBench(loop, options);
    await bench.write("a.txt", "one");
    await bench.write("b.txt", "two");
    expect(await bench.ask("What do they say?")).toMatchObject({ reason: "answer", text: "They say one and two." });
    expect(bench.endpoint.requests.map(({ path }) => path)).toEqual(["/responses", "/responses", "/responses"]);
    for (const { body } of bench.endpoint.requests) {
      expect(body["reasoning"]).toEqual({ effort: "high", summary: "auto" });
      expect(body.tools?.length).toBeGreaterThan(0);
    }
    expect(kindsOf(inputOf(bench, 2))).toEqual([
      "user",
      "sealed-1",
      "assistant",
      "function_call",
      "function_call_output",
      "sealed-2",
      "function_call",
      "function_call",
      "function_call_output",
      "function_call_output",
    ]);
    const called = inputOf(bench, 2).filter(({ type }) => type === "function_call");
    const answered = inputOf(bench, 2).filter(({ type }) => type === "function_call_output");
    expect(answered.map((item) => item["call_id"])).toEqual(called.map((item) => item["call_id"]));
    expect(answered.map(({ output }) => /one|two/.exec(String(output))?.[0])).toEqual(["one", "two", "one"]);
    const messages = await bench.messages();
    expect(messages.flatMap((row) => (row.role === "assistant" ? [row.reasoning] : []))).toEqual([
      "First a.",
      "Then b.",
      "Both.",
    ]);
  });

  it("begins its next request with the bytes of the one before, also after a restart", async () => {
    await using bench = await createAgentBench(loop, options);
    await bench.write("a.txt", "one");
    await bench.write("b.txt", "two");
    await bench.ask("What do they say?");
    await bench.assistant.close();
    const client = bench.home.open().connect(terminal);
    const seen = await record(client);
    value(await client.request("chat.send", { sessionKey: bench.key, text: "Sure?", workFolder: bench.home.work }));
    expect(await seen.until("run-end")).toMatchObject({ text: "As I said." });
    const [before, after] = [2, 3].map((index) => JSON.stringify(inputOf(bench, index)).slice(0, -1));
    expect(after?.startsWith(before ?? "-")).toBe(true);
  });

  it("leaves its thoughts to itself: a model that takes over gets the calls alone", async () => {
    await using bench = await createAgentBench(loop, options);
    await using elsewhere = await startScriptedEndpoint([{ text: "Hello." }]);
    await bench.write("a.txt", "one");
    await bench.write("b.txt", "two");
    await bench.ask("What do they say?");
    await bench.assistant.close();
    await bench.home.config(endpointSettings(elsewhere.baseUrl));
    const client = bench.home.open().connect(terminal);
    const seen = await record(client);
    value(await client.request("chat.send", { sessionKey: bench.key, text: "And you?", workFolder: bench.home.work }));
    expect(await seen.until("run-end")).toMatchObject({ text: "Hello." });
    const [sent] = elsewhere.requests;
    expect(sent?.path).toBe("/chat/completions");
    expect(sent?.body.messages.flatMap(({ tool_calls: calls }) => calls ?? [])).toHaveLength(3);
    expect(JSON.stringify(sent?.body)).not.toMatch(/sealed|extra_content|encrypted/);
  });

  it("is what the test of a connection asks too", async () => {
    await using bench = await createAgentBench([{ sealed: "s", calls: [read("notes.md")] }], options);
    const { stages } = value(await bench.client.request("model.test", {}));
    expect(stages.map(({ stage, state }) => [stage, state]).at(-1)).toEqual(["tool-call", "passed"]);
    expect(bench.endpoint.requests.map(({ path }) => path)).toEqual(["/responses"]);
  });

  it("gives way to another model where it fails", async () => {
    await using elsewhere = await startScriptedEndpoint([{ text: "I stand in." }]);
    await using bench = await createAgentBench(
      () => ({ status: 401, body: { error: { message: "bad key" } } }),
      options,
    );
    const providers = {
      openai: { apiBase: bench.endpoint.baseUrl, apiKey: "k" },
      custom: { apiBase: elsewhere.baseUrl, apiKey: "k" },
    };
    const defaults = { model: "openai/gpt-6-astra", fallbackModels: ["custom/scripted"] };
    await bench.home.config({ agents: { defaults, titles: { enabled: false } }, providers });
    expect(await bench.ask("Hi")).toMatchObject({ text: "I stand in." });
    expect(bench.endpoint.requests.map(({ path }) => path)).toEqual(["/responses"]);
  });

  it("goes on in chat completions where its endpoint has nothing else, and remembers it", async () => {
    await using bench = await createAgentBench(() => ({ text: "Hello." }), { ...options, endpointOptions: {} });
    expect(await bench.ask("Hi")).toMatchObject({ reason: "answer", text: "Hello." });
    await bench.assistant.close();
    const { models } = JSON.parse(await readFile(join(bench.home.home, "models.json"), "utf8"));
    expect(models).toMatchObject([{ model: "gpt-6-astra", quirks: { api: "chat" } }]);
  });

  it("is learnt, and forgotten again once its endpoint has it no longer", async () => {
    let isThere = true;
    await using bench = await createAgentBench(
      ({ path }) => {
        if (path === "/responses") return isThere ? { text: "Hello." } : { status: 404, body: "404 page not found" };
        return isThere ? { status: 404, body: { error: { message: onlyResponses } } } : { text: "Hello." };
      },
      { endpointOptions: { hasResponses: true } },
    );
    const paths: string[][] = [];
    async function ask(client: Connection): Promise<void> {
      const before = bench.endpoint.requests.length;
      const seen = await record(client);
      value(await client.request("chat.send", { sessionKey: bench.key, text: "Hi", workFolder: bench.home.work }));
      expect(await seen.until("run-end")).toMatchObject({ text: "Hello." });
      paths.push(bench.endpoint.requests.slice(before).map(({ path }) => path));
      await bench.assistant.close();
    }
    await ask(bench.client);
    for (const there of [true, false, false]) {
      isThere = there;
      const next = bench.home.open();
      await ask(next.connect(terminal));
      await next.close();
    }
    const [chat, responses] = ["/chat/completions", "/responses"];
    expect(paths).toEqual([[chat, responses], [responses], [responses, chat], [chat]]);
  });
});
