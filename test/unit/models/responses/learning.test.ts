import { createServer } from "node:http";
import { describe, expect, it } from "vitest";
import type { ModelRequest } from "../../../../src-main/models/model.ts";
import { createOpenAiModel, type OpenAiModelOptions } from "../../../../src-main/models/openai-model.ts";
import { plainQuirks, type Quirks } from "../../../../src-main/models/quirks.ts";
import { toolOffersOf } from "../../../../src-main/models/tools/tool-offers.ts";
import { systemWireMessage } from "../../../../src-main/models/wire.ts";
import { providerSpec, quirksFor } from "../../../../src-main/providers/provider-specs.ts";
import { createManualClock } from "../../../support/manual-clock.ts";
import { createRecordingSink } from "../../../support/recording-sink.ts";
import { responsesEvents, streamOf } from "../../../support/responses-events.ts";
import { silentSink } from "../../../support/run-case.ts";
import { type Script, startScriptedEndpoint } from "../../../support/scripted-endpoint.ts";
import type { ScriptedReply } from "../../../support/scripted-reply.ts";
import { createSystemClock } from "../../../support/system-clock.ts";

const never = new AbortController().signal;
const request: ModelRequest = {
  messages: [systemWireMessage("Be brief."), { role: "user", json: '{"role":"user","content":"Hi"}', tokens: 5 }],
  tools: toolOffersOf([{ name: "read_file", description: "Reads.", parameters: { type: "object" } }]),
  parameters: { temperature: 0.1, maxTokens: 100, reasoningEffort: "high" },
  contextWindow: null,
};
const responses: Quirks = { ...plainQuirks, api: "responses" };
const refused = (message: string, status = 400, more: object = {}): ScriptedReply => ({
  status,
  body: { error: { message, type: "invalid_request_error", ...more } },
});
const chat = "/chat/completions";
const other = "/responses";

function optionsOf(baseUrl: string, quirks: Quirks): OpenAiModelOptions {
  return {
    id: "custom/m",
    modelName: "m",
    baseUrl,
    apiKey: async () => "top-secret-key",
    extraHeaders: { "X-Team": "birds" },
    idleTimeoutMs: 5000,
    clock: createSystemClock(),
    random: () => 0.5,
    quirks,
    log: () => {},
  };
}

/** Asks twice; what was sent where, and what was learnt. */
async function asked(script: Script, quirks: Quirks, hasResponses = true, more: Partial<OpenAiModelOptions> = {}) {
  await using endpoint = await startScriptedEndpoint(script, { hasResponses });
  const learnt: Quirks[] = [];
  using model = createOpenAiModel({
    ...optionsOf(endpoint.baseUrl, quirks),
    maxRetries: 0,
    onLearnt: (next) => void learnt.push(next),
    ...more,
  });
  const outcome = await model.complete(request, silentSink, never);
  const paths = endpoint.requests.map(({ path }) => path);
  const again = await model.complete(request, silentSink, never);
  return { outcome, again, paths, requests: [...endpoint.requests], learnt };
}

describe("the Responses API is learnt from a refusal", () => {
  it.each([
    ["OpenAI", 404, "This model is only supported in v1/responses and not in v1/chat/completions."],
    [
      "OpenAI, of tools beside thinking",
      400,
      "Function tools with reasoning_effort are not supported for gpt-5.6-sol in /v1/chat/completions. To use function tools, use /v1/responses or set reasoning_effort to 'none'.",
    ],
    [
      "OpenAI, of codex",
      404,
      "This is not a chat model and thus not supported in the v1/chat/completions endpoint. Did you mean to use v1/completions?",
    ],
    ["Azure", 400, "The chatCompletion operation does not work with the specified model, gpt-5.1-codex."],
    ["a gateway", 400, "model gpt-5.3-codex is not accessible via the /chat/completions endpoint"],
  ])("of %s", async (_who, status, message) => {
    const { outcome, again, paths, requests, learnt } = await asked(
      ({ path }) => (path === chat ? refused(message, status) : { text: "Hello." }),
      plainQuirks,
    );
    expect([outcome.content, again.content]).toEqual(["Hello.", "Hello."]);
    expect(paths).toEqual([chat, other]);
    expect(requests.map(({ path }) => path)).toEqual([chat, other, other]);
    expect(requests[1]?.body["reasoning"]).toEqual({ effort: "high", summary: "auto" });
    expect(learnt).toMatchObject([{ api: "responses", effortWithTools: "asked" }]);
  });
});

describe("chat completions are learnt back", () => {
  it("where there is no such path, with whatever status and words", async () => {
    for (const reply of [
      refused("404 page not found", 404),
      refused("Not Found", 404),
      refused("Method Not Allowed", 405),
    ]) {
      const { outcome, paths, learnt } = await asked(
        ({ path }) => (path === other ? reply : { text: "Hello." }),
        responses,
      );
      expect([outcome.content, paths]).toEqual(["Hello.", [other, chat]]);
      expect(learnt).toMatchObject([{ api: "chat" }]);
    }
  });

  it("where the model is not served there", async () => {
    const message = "The requested model 'm' is not supported with the Responses API.";
    const reply = refused(message, 400, { code: "model_not_found" });
    const { outcome, paths } = await asked(({ path }) => (path === other ? reply : { text: "Hello." }), responses);
    expect([outcome.content, paths]).toEqual(["Hello.", [other, chat]]);
  });

  it("where the key has no right to it", async () => {
    const message =
      "You have insufficient permissions for this operation. Missing scopes: api.responses.write. Check the role of your key.";
    for (const status of [401, 403]) {
      const { outcome, paths } = await asked(
        ({ path }) => (path === other ? refused(message, status) : { text: "Hello." }),
        responses,
      );
      expect([outcome.content, paths]).toEqual(["Hello.", [other, chat]]);
    }
  });

  it("without thinking beside tools, where the table knows that these do not go together there", async () => {
    const quirks = quirksFor(providerSpec("openai"), "gpt-6-sol");
    const { requests } = await asked([{ text: "Hello." }, { text: "Hello." }], quirks, false);
    expect(requests.map(({ path, body }) => [path, body["reasoning_effort"]])).toEqual([
      [chat, "none"],
      [chat, "none"],
    ]);
  });

  it("and without thinking, where tools were refused with it and the way that was named is not there", async () => {
    const message = "Function tools with reasoning_effort are not supported for m. Use /v1/responses instead.";
    const { outcome, requests, learnt } = await asked(
      ({ body }) => (body["reasoning_effort"] === "none" ? { text: "Hello." } : refused(message)),
      plainQuirks,
      false,
    );
    expect(outcome.content).toBe("Hello.");
    expect(requests.map(({ body }) => body["reasoning_effort"])).toEqual(["high", "none", "none"]);
    expect(learnt).toMatchObject([{ api: "chat", effortWithTools: "none" }]);
  });

  it("never for a model that is not there", async () => {
    const unknown = refused("The requested model 'm' does not exist.", 400, { code: "model_not_found" });
    const { outcome, paths, learnt } = await asked(() => unknown, responses);
    expect(outcome.error?.kind).toBe("not_found");
    expect([paths, learnt]).toEqual([[other], []]);
  });

  it("never where both are refused", async () => {
    const { outcome, paths, learnt } = await asked(
      ({ path }) =>
        path === chat
          ? refused("This model is only supported in v1/responses and not in v1/chat/completions.", 404)
          : refused("The requested model 'm' is not supported with the Responses API."),
      plainQuirks,
    );
    expect(outcome.error).not.toBeNull();
    expect(paths.slice(0, 2)).toEqual([chat, other]);
    expect(paths.length).toBeLessThanOrEqual(4);
    expect(learnt).toEqual([]);
  });
});

describe("what the Responses API refuses is left out", () => {
  it.each<
    [message: string, field: (body: Readonly<Record<string, unknown>>) => unknown, first: unknown, second: unknown]
  >([
    [
      "Your organization must be verified to generate reasoning summaries. Please go to: https://platform.openai.com/settings/organization/general",
      (body) => body["reasoning"],
      { effort: "high", summary: "auto" },
      { effort: "high" },
    ],
    [
      "Unsupported parameter: 'reasoning.effort' is not supported with this model.",
      (body) => body["reasoning"],
      { effort: "high", summary: "auto" },
      undefined,
    ],
    [
      "Encrypted content is not supported with this model.",
      (body) => body["include"],
      ["reasoning.encrypted_content"],
      undefined,
    ],
    [
      "Unsupported parameter: 'temperature' is not supported with this model.",
      (body) => body["temperature"],
      0.1,
      undefined,
    ],
    ["Unsupported parameter: max_output_tokens", (body) => body["max_output_tokens"], 100, undefined],
  ])("%s", async (message, field, first, second) => {
    const { outcome, requests } = await asked([refused(message), { text: "Hello." }, { text: "Hello." }], responses);
    expect(outcome.content).toBe("Hello.");
    expect(requests.map(({ body }) => field(body))).toEqual([first, second, second]);
  });

  it("but that thoughts of before cannot be read is not remembered: another key may have been theirs", async () => {
    const message = "The encrypted content gAAA...Zw== could not be verified.";
    const code = { code: "invalid_encrypted_content" };
    const { learnt } = await asked([refused(message, 400, code), { text: "Hello." }, { text: "Hello." }], responses);
    expect(learnt).toEqual([responses]);
  });
});

describe("a model behind the Responses API", () => {
  it("sends its request with the key, over one connection that is kept", async () => {
    await using endpoint = await startScriptedEndpoint(() => ({ text: "Hello." }), { hasResponses: true });
    using model = createOpenAiModel(optionsOf(endpoint.baseUrl, responses));
    await model.prepare();
    for (let turn = 0; turn < 3; turn++) {
      expect(await model.complete(request, silentSink, never)).toMatchObject({ content: "Hello.", error: null });
    }
    expect(endpoint.requests[0]?.headers).toMatchObject({ authorization: "Bearer top-secret-key", "x-team": "birds" });
    expect(endpoint.connections).toBe(1);
  });

  it("has answered at its last event, although the connection stays open", async () => {
    const body = streamOf(responsesEvents({ text: "Done." }));
    const server = createServer((_incoming, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(body);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const place = server.address();
    const clock = createManualClock();
    using model = createOpenAiModel({
      ...optionsOf(`http://127.0.0.1:${typeof place === "object" ? place?.port : 0}/v1`, responses),
      clock,
    });
    expect(await model.complete(request, silentSink, never)).toMatchObject({ content: "Done.", error: null });
    const closed = new Promise((resolve) => server.close(resolve));
    clock.advance(10_000);
    await closed;
    expect(clock.pending).toBe(0);
  });

  it("is tried again while nothing was shown, and not once text was", async () => {
    const failed = refused("The server had an error.", 500);
    const again = await asked([failed, { text: "At last." }, { text: "x" }], responses, true, {
      maxRetries: 1,
      random: () => 0,
    });
    expect(again.outcome.content).toBe("At last.");
    const cut = await asked([{ text: "Half of", ending: "cut" }, { text: "x" }], responses, true, { maxRetries: 1 });
    expect(cut.outcome).toMatchObject({ content: "Half of", toolCalls: [], error: { kind: "network" } });
    expect(cut.paths).toHaveLength(1);
  });

  it("ends with a timeout when no byte comes for too long", async () => {
    await using endpoint = await startScriptedEndpoint([{ text: "Wait", ending: "stall" }], { hasResponses: true });
    const clock = createManualClock();
    using model = createOpenAiModel({ ...optionsOf(endpoint.baseUrl, responses), clock });
    const sink = createRecordingSink();
    const answer = model.complete(request, sink, never);
    await sink.textWith("Wait");
    clock.advance(5000);
    expect(await answer).toMatchObject({ content: "Wait", error: { kind: "timeout", retryable: true } });
    expect(clock.pending).toBe(0);
  });

  it("may answer in JSON where no stream was asked for", async () => {
    const { outcome, requests } = await asked(() => ({ text: "Hello." }), responses, true, { stream: false });
    expect([outcome.content, requests[0]?.body.stream]).toEqual(["Hello.", false]);
  });

  it("tells failures as everywhere", async () => {
    const overflow = refused("Your input exceeds the context window of this model.", 400, {
      code: "context_length_exceeded",
    });
    expect((await asked(() => overflow, responses)).outcome.error?.kind).toBe("context_overflow");
    const key = refused("Incorrect API key provided: sk-abcdefgh.", 401, { code: "invalid_api_key" });
    const { outcome } = await asked(() => key, responses);
    expect(outcome.error?.kind).toBe("auth");
    expect(outcome.error?.userMessage).not.toContain("sk-abc");
  });
});
