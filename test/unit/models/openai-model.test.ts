import { createServer } from "node:http";
import { describe, expect, it } from "vitest";
import type { Clock } from "../../../src-main/host.ts";
import type { ModelRequest } from "../../../src-main/models/model.ts";
import { createOpenAiModel, type OpenAiModel } from "../../../src-main/models/openai-model.ts";
import { plainQuirks } from "../../../src-main/models/quirks.ts";
import { noTools, toolOffersOf } from "../../../src-main/models/tool-offers.ts";
import { systemWireMessage } from "../../../src-main/models/wire.ts";
import { createManualClock } from "../../support/manual-clock.ts";
import { createRecordingSink } from "../../support/recording-sink.ts";
import { silentSink } from "../../support/run-case.ts";
import { startScriptedEndpoint } from "../../support/scripted-endpoint.ts";
import { createSystemClock } from "../../support/system-clock.ts";

const never = new AbortController().signal;
const request: ModelRequest = {
  messages: [systemWireMessage("Be brief."), { role: "user", json: '{"role":"user","content":"Hi"}', tokens: 5 }],
  tools: noTools,
  parameters: { temperature: 0.1, maxTokens: 100, reasoningEffort: null },
  contextWindow: null,
};

const someTools = toolOffersOf([{ name: "read_file", description: "Reads.", parameters: { type: "object" } }]);

function optionsOf(baseUrl: string, clock: Clock) {
  return {
    id: "custom/scripted",
    modelName: "scripted",
    baseUrl,
    apiKey: async () => "top-secret-key",
    extraHeaders: { "X-Team": "birds" },
    idleTimeoutMs: 5000,
    clock,
    random: () => 0.5,
    quirks: plainQuirks,
    log: () => {},
  };
}

function modelAt(baseUrl: string, clock: Clock = createSystemClock()): OpenAiModel {
  return createOpenAiModel(optionsOf(baseUrl, clock));
}

describe("the request", () => {
  it("is the serialised messages, the tools and the parameters, with the key in the Authorization header alone", async () => {
    await using endpoint = await startScriptedEndpoint([{ text: "Hello." }]);
    using model = modelAt(endpoint.baseUrl);
    const tool = { name: "read_file", description: "Reads.", parameters: { type: "object" } };
    await model.complete({ ...request, tools: toolOffersOf([tool]) }, silentSink, never);
    const [sent] = endpoint.requests;
    expect(sent?.body).toEqual({
      model: "scripted",
      messages: [
        { role: "system", content: "Be brief." },
        { role: "user", content: "Hi" },
      ],
      tools: [{ type: "function", function: tool }],
      temperature: 0.1,
      max_tokens: 100,
      stream: true,
      stream_options: { include_usage: true },
    });
    expect(sent?.headers["authorization"]).toBe("Bearer top-secret-key");
    expect(sent?.headers["x-team"]).toBe("birds");
    const others = Object.entries(sent?.headers ?? {}).filter(([name]) => name !== "authorization");
    expect(JSON.stringify(others)).not.toContain("secret");
    expect(others.map(([name]) => name).filter((name) => name.startsWith("x-stainless"))).toEqual([]);
  });

  it("has the key in the header that the endpoint has for it, and in no other", async () => {
    await using endpoint = await startScriptedEndpoint([{ text: "Hello." }]);
    const quirks = { ...plainQuirks, keyHeader: "api-key" } as const;
    using model = createOpenAiModel({ ...optionsOf(endpoint.baseUrl, createSystemClock()), quirks });
    await model.complete(request, silentSink, never);
    const { "api-key": key, ...others } = endpoint.requests[0]?.headers ?? {};
    expect(key).toBe("top-secret-key");
    expect(JSON.stringify(others)).not.toContain("secret");
    expect(others.authorization).toBeUndefined();
  });

  it("asks for no thinking beside tools where the endpoint takes tools in no other way", async () => {
    await using endpoint = await startScriptedEndpoint(() => ({ text: "Hello." }));
    const quirks = { ...plainQuirks, effortWithTools: "none" } as const;
    using model = createOpenAiModel({ ...optionsOf(endpoint.baseUrl, createSystemClock()), quirks });
    for (const reasoningEffort of [null, "high"]) {
      const asked = { ...request, parameters: { ...request.parameters, reasoningEffort } };
      await model.complete({ ...asked, tools: someTools }, silentSink, never);
      await model.complete(asked, silentSink, never);
    }
    const sent = endpoint.requests.map(({ body }) => body["reasoning_effort"]);
    expect(sent).toEqual(["none", undefined, "none", "high"]);
  });

  it.each<[message: string, field: string, first: unknown, second: unknown]>([
    ["`temperature` is deprecated for this model.", "temperature", 0.1, undefined],
    ["temperature is deprecated for this model.", "temperature", 0.1, undefined],
    ["invalid temperature: only 1 is allowed for this model", "temperature", 0.1, undefined],
    [
      "Function tools with reasoning_effort are not supported for gpt-5.6-sol in /v1/chat/completions. To use function tools, use /v1/responses or set reasoning_effort to 'none'.",
      "reasoning_effort",
      "high",
      "none",
    ],
  ])("goes out again in another form when it is refused: %s", async (message, field, first, second) => {
    await using endpoint = await startScriptedEndpoint([
      { status: 400, body: { error: { message } } },
      { text: "Hello." },
    ]);
    using model = modelAt(endpoint.baseUrl);
    const parameters = { ...request.parameters, reasoningEffort: "high" };
    const outcome = await model.complete({ ...request, tools: someTools, parameters }, silentSink, never);
    expect(outcome.content).toBe("Hello.");
    expect(endpoint.requests.map(({ body }) => body[field])).toEqual([first, second]);
  });

  it.each([
    [400, "registry.ollama.ai/library/gemma3:4b does not support tools"],
    [404, "No endpoints found that support tool use."],
  ])(
    "offers no tools where the model knows none (%d), and tells of earlier calls in words",
    async (status, message) => {
      await using endpoint = await startScriptedEndpoint(({ body }) =>
        "tools" in body ? { status, body: { error: { message } } } : { text: "Hello." },
      );
      using model = modelAt(endpoint.baseUrl);
      const called = { id: "c1", type: "function", function: { name: "read_file", arguments: '{"path":"a"}' } };
      const earlier = [
        { role: "assistant", content: "I look.", tool_calls: [called] },
        { role: "tool", tool_call_id: "c1", content: "It is empty." },
      ] as const;
      const messages = [
        ...request.messages,
        ...earlier.map((wire) => ({ role: wire.role, json: JSON.stringify(wire), tokens: 5 })),
      ];
      for (const expected of [2, 3]) {
        const outcome = await model.complete({ ...request, messages, tools: someTools }, silentSink, never);
        expect([outcome.content, endpoint.requests.length]).toEqual(["Hello.", expected]);
      }
      expect(endpoint.requests.at(-1)?.body["messages"]).toEqual([
        { role: "system", content: "Be brief." },
        { role: "user", content: "Hi" },
        { role: "assistant", content: 'I look.\n[Called read_file with {"path":"a"}]' },
        { role: "user", content: "[Result of the call]\nIt is empty." },
      ]);
    },
  );

  it("is given up where tools are refused with thinking and without", async () => {
    const message = "Function tools with reasoning_effort are not supported for gpt-6-astra in /v1/chat/completions.";
    const noNone = "Unsupported value: 'reasoning_effort' does not support 'none' with this model.";
    await using endpoint = await startScriptedEndpoint(({ body }) => ({
      status: 400,
      body: { error: { message: body["reasoning_effort"] === "none" ? noNone : message } },
    }));
    // There is nothing else here than chat completions.
    using model = modelAt(endpoint.baseUrl);
    const outcome = await model.complete({ ...request, tools: someTools }, silentSink, never);
    expect(outcome.error).toMatchObject({ kind: "bad_request" });
    expect(endpoint.requests.map(({ body }) => body["reasoning_effort"])).toEqual([undefined, "none", undefined]);
  });

  it("goes over one connection that is kept", async () => {
    await using endpoint = await startScriptedEndpoint(() => ({ text: "Hello." }));
    using model = modelAt(endpoint.baseUrl);
    for (let turn = 0; turn < 3; turn++) await model.complete(request, silentSink, never);
    expect(endpoint.connections).toBe(1);
  });

  it("is sent again on a new connection when the kept one was closed meanwhile", async () => {
    let served = 0;
    const server = createServer((_incoming, response) => {
      served++;
      response.writeHead(200, { "content-type": "application/json", connection: "keep-alive" });
      response.end('{"choices":[{"message":{"content":"Hello."},"finish_reason":"stop"}]}');
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    using model = modelAt(`http://127.0.0.1:${typeof address === "object" ? address?.port : 0}/v1`);
    await model.complete(request, silentSink, never);
    server.closeIdleConnections();
    const sink = createRecordingSink();
    const outcome = await model.complete(request, sink, never);
    expect([outcome.content, served, sink.retries]).toEqual(["Hello.", 2, []]);
    server.closeAllConnections();
    server.close();
  });
});

describe("the answer", () => {
  it("streams its text and keeps it whole", async () => {
    await using endpoint = await startScriptedEndpoint([{ deltas: ["One ", "two ", "three."], reasoning: "Count." }]);
    using model = modelAt(endpoint.baseUrl);
    const sink = createRecordingSink();
    const outcome = await model.complete(request, sink, never);
    expect(sink.texts.filter((text) => text !== "")).toEqual(["One ", "two ", "three."]);
    expect(sink.thoughts).toBe("Count.");
    expect(outcome).toMatchObject({
      content: "One two three.",
      reasoning: "Count.",
      finishReason: "stop",
      error: null,
    });
    expect(outcome.usage).toEqual({ promptTokens: 10, completionTokens: 5, totalTokens: 15 });
  });

  it("is over at [DONE], although the connection stays open", async () => {
    const server = createServer((_incoming, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write('data: {"choices":[{"delta":{"content":"Done."}}]}\n\ndata: [DONE]\n\n');
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    const clock = createManualClock();
    using model = modelAt(`http://127.0.0.1:${typeof address === "object" ? address?.port : 0}/v1`, clock);
    const outcome = await model.complete(request, silentSink, never);
    expect(outcome).toMatchObject({ content: "Done.", error: null });
    const closed = new Promise((resolve) => server.close(resolve));
    clock.advance(10_000);
    await closed;
    expect(clock.pending).toBe(0);
  });

  it("keeps what came when it is stopped", async () => {
    await using endpoint = await startScriptedEndpoint([{ deltas: ["Half of "], ending: "stall" }]);
    using model = modelAt(endpoint.baseUrl);
    const sink = createRecordingSink();
    const controller = new AbortController();
    const answer = model.complete(request, sink, controller.signal);
    await sink.textWith("Half of ");
    controller.abort();
    expect(await answer).toMatchObject({ content: "Half of ", finishReason: "error", error: { kind: "aborted" } });
  });

  it("ends with a timeout when no byte comes for too long", async () => {
    await using endpoint = await startScriptedEndpoint([{ deltas: ["Wait"], ending: "stall" }]);
    const clock = createManualClock();
    using model = modelAt(endpoint.baseUrl, clock);
    const sink = createRecordingSink();
    const answer = model.complete(request, sink, never);
    await sink.textWith("Wait");
    clock.advance(5000);
    expect(await answer).toMatchObject({ content: "Wait", error: { kind: "timeout", retryable: true } });
    expect(clock.pending).toBe(0);
  });
});

describe("failures", () => {
  it("are tried again while nothing was shown, and each retry is told", async () => {
    await using endpoint = await startScriptedEndpoint([{ status: 503 }, { status: 500 }, { text: "At last." }]);
    const clock = createManualClock();
    using model = modelAt(endpoint.baseUrl, clock);
    const sink = createRecordingSink();
    const answer = model.complete(request, sink, never);
    await sink.retryNumber(1);
    clock.advance(500);
    await sink.retryNumber(2);
    clock.advance(1000);
    expect(await answer).toMatchObject({ content: "At last.", error: null });
    expect(sink.retries.map(({ attempt, delayMs }) => [attempt, delayMs])).toEqual([
      [1, 500],
      [2, 1000],
    ]);
  });

  it("wait as long as the provider says", async () => {
    await using endpoint = await startScriptedEndpoint([
      { status: 429, headers: { "retry-after": "7" } },
      { text: "Now." },
    ]);
    const clock = createManualClock();
    using model = modelAt(endpoint.baseUrl, clock);
    const sink = createRecordingSink();
    const answer = model.complete(request, sink, never);
    await sink.retryNumber(1);
    expect(sink.retries[0]?.delayMs).toBe(7000);
    clock.advance(7000);
    expect(await answer).toMatchObject({ content: "Now." });
  });

  it("end at once where the provider asks for a longer wait than Perch keeps, and say for how long", async () => {
    await using endpoint = await startScriptedEndpoint([{ status: 429, headers: { "retry-after": "3600" } }]);
    using model = modelAt(endpoint.baseUrl);
    const sink = createRecordingSink();
    const { error } = await model.complete(request, sink, never);
    expect(error).toMatchObject({ kind: "rate_limit", retryAfterMs: 3_600_000 });
    expect(error?.userMessage).toContain("asks to wait 1 h: ");
    expect(error?.userMessage).toContain("Try then, or choose another model.");
    expect([endpoint.requests.length, sink.retries.length]).toEqual([1, 0]);
  });

  it("tell a retry by what happened alone: there is nothing to do meanwhile", async () => {
    const body = { error: { message: "Slow down" } };
    await using endpoint = await startScriptedEndpoint([{ status: 429, body }, { text: "Now." }]);
    const clock = createManualClock();
    using model = modelAt(endpoint.baseUrl, clock);
    const sink = createRecordingSink();
    const answer = model.complete(request, sink, never);
    await sink.retryNumber(1);
    expect(sink.retries[0]?.message).toMatch(/limits how often it may be asked: Slow down \(HTTP 429\)\.$/);
    clock.advance(500);
    await answer;
  });

  it("stop waiting when the user stops", async () => {
    await using endpoint = await startScriptedEndpoint([{ status: 503 }]);
    const clock = createManualClock();
    using model = modelAt(endpoint.baseUrl, clock);
    const sink = createRecordingSink();
    const controller = new AbortController();
    const answer = model.complete(request, sink, controller.signal);
    await sink.retryNumber(1);
    controller.abort();
    expect(await answer).toMatchObject({ error: { kind: "aborted" } });
    expect([endpoint.requests.length, clock.pending]).toEqual([1, 0]);
  });

  it.each([
    ["no quota", 429, { error: { code: "insufficient_quota", message: "no quota" } }, "quota"],
    ["a bad key", 401, { error: { message: "bad key" } }, "auth"],
  ])("that waiting cannot cure are not tried again: %s", async (_name, status, body, kind) => {
    await using endpoint = await startScriptedEndpoint([{ status, body }]);
    using model = modelAt(endpoint.baseUrl);
    const outcome = await model.complete(request, silentSink, never);
    expect([outcome.error?.kind, endpoint.requests.length]).toEqual([kind, 1]);
  });

  it("are final once text was shown", async () => {
    await using endpoint = await startScriptedEndpoint([
      { deltas: ["Once upon"], ending: "end-without-finish" },
      { text: "again" },
    ]);
    using model = modelAt(endpoint.baseUrl);
    const outcome = await model.complete(request, silentSink, never);
    expect(outcome).toMatchObject({ content: "Once upon", error: { kind: "incomplete" } });
    expect(endpoint.requests.length).toBe(1);
  });

  it("name a dead address and what to do, and never the key", async () => {
    const endpoint = await startScriptedEndpoint([]);
    await endpoint.close();
    using model = createOpenAiModel({ ...optionsOf(endpoint.baseUrl, createSystemClock()), maxRetries: 0 });
    const { error } = await model.complete(request, silentSink, never);
    expect(error).toMatchObject({ kind: "network", retryable: true });
    expect(error?.userMessage).toContain(endpoint.baseUrl);
    expect(error?.userMessage).toContain("Start the model server");
    expect(error?.userMessage).not.toContain("secret");
  });

  it("of the key store are an answer too", async () => {
    const apiKey = async () => Promise.reject(new Error("locked"));
    using model = createOpenAiModel({ ...optionsOf("http://127.0.0.1:9/v1", createSystemClock()), apiKey });
    const { error } = await model.complete(request, silentSink, never);
    expect(error).toMatchObject({ kind: "auth", retryable: false });
    expect(error?.userMessage).toContain("key store");
  });

  it("take the key out of what the provider repeats", async () => {
    const body = { error: { message: "Wrong key top-secret-key, or sk-abcdefghijkl." } };
    await using endpoint = await startScriptedEndpoint([{ status: 401, body }]);
    using model = modelAt(endpoint.baseUrl);
    const { error } = await model.complete(request, silentSink, never);
    expect(error?.userMessage).not.toMatch(/top-secret-key|sk-abc/);
  });

  it("tell of a redirect instead of following it with the key", async () => {
    await using elsewhere = await startScriptedEndpoint([{ text: "Caught." }]);
    const headers = { location: `${elsewhere.baseUrl}/chat/completions` };
    await using endpoint = await startScriptedEndpoint([{ status: 307, headers }]);
    using model = modelAt(endpoint.baseUrl);
    const { error } = await model.complete(request, silentSink, never);
    expect(error).toMatchObject({ kind: "protocol", retryable: false });
    expect(error?.userMessage).toContain(elsewhere.baseUrl);
    expect(elsewhere.requests).toEqual([]);
  });

  it("keep at most a megabyte of a failing body", async () => {
    await using endpoint = await startScriptedEndpoint([{ status: 400, body: "x".repeat(3_000_000) }]);
    using model = modelAt(endpoint.baseUrl);
    const { error } = await model.complete(request, silentSink, never);
    expect(error?.kind).toBe("bad_request");
    expect(error?.userMessage.length).toBeLessThan(1000);
  });
});
