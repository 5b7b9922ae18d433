import { describe, expect, it } from "vitest";
import type { ModelRequest, ToolOffer } from "../../../src-main/models/model.ts";
import { createOpenAiModel } from "../../../src-main/models/openai-model.ts";
import { plainQuirks, type Quirks } from "../../../src-main/models/quirks.ts";
import { toolOffersOf } from "../../../src-main/models/tools/tool-offers.ts";
import { systemWireMessage } from "../../../src-main/models/wire.ts";
import { silentSink } from "../../support/run-case.ts";
import { type ChatBody, startScriptedEndpoint } from "../../support/scripted-endpoint.ts";
import type { ScriptedReply } from "../../support/scripted-reply.ts";
import { createSystemClock } from "../../support/system-clock.ts";

/** Perch's own tools, then twelve of each of fourteen servers. */
const own: readonly ToolOffer[] = ["read_file", "exec", "grep"].map((name) => offer(name));
const servers = Array.from({ length: 14 }, (_, server) =>
  Array.from({ length: 12 }, (__, tool) => offer(`mcp_server${server}_tool_${tool}`)),
).flat();
const bad = "mcp_server3_tool_4";

function offer(name: string): ToolOffer {
  return { name, description: `Does ${name}.`, parameters: { type: "object", properties: { q: { type: "string" } } } };
}

function requestWith(list: readonly ToolOffer[]): ModelRequest {
  return {
    messages: [systemWireMessage("Be brief."), { role: "user", json: '{"role":"user","content":"hello"}', tokens: 5 }],
    tools: toolOffersOf(list),
    parameters: { temperature: 0.1, maxTokens: 100, reasoningEffort: null },
    contextWindow: null,
  };
}

const namesIn = (body: ChatBody): readonly string[] => (body.tools ?? []).map((tool) => tool.function.name);
const refusal = (message: string): ScriptedReply => ({ status: 400, body: { error: { message, code: 400 } } });

/** Asks twice with all tools; `refuse` looks at what was sent and says why not, or null. */
async function ask(
  refuse: (names: readonly string[], body: ChatBody) => string | null,
  list: readonly ToolOffer[] = [...own, ...servers],
  quirks: Quirks = plainQuirks,
) {
  await using endpoint = await startScriptedEndpoint(({ body }) => {
    const reason = refuse(namesIn(body), body);
    return reason === null ? { text: "Hello." } : refusal(reason);
  });
  const learnt: Quirks[] = [];
  using model = createOpenAiModel({
    id: "custom/m",
    modelName: "m",
    baseUrl: endpoint.baseUrl,
    apiKey: async () => null,
    extraHeaders: {},
    idleTimeoutMs: 5000,
    clock: createSystemClock(),
    random: () => 0.5,
    log: () => {},
    maxRetries: 0,
    quirks,
    onLearnt: (next) => void learnt.push(next),
  });
  const never = new AbortController().signal;
  const outcome = await model.complete(requestWith(list), silentSink, never);
  const asked = endpoint.requests.length;
  const again = await model.complete(requestWith(list), silentSink, never);
  return { outcome, again, asked, requests: endpoint.requests.map(({ body }) => namesIn(body)), learnt };
}

describe("hello is answered with the tools of fourteen servers, whatever the provider refuses", () => {
  const indexOf = (names: readonly string[]): number => names.indexOf(bad);
  const whileSent = (words: (index: number) => string) => (names: readonly string[]) =>
    names.includes(bad) ? words(indexOf(names)) : null;
  it.each([
    [
      "OpenAI, by name",
      whileSent(
        () => `Invalid schema for function '${bad}': In context=('properties', 'ids'), array schema missing items.`,
      ),
    ],
    [
      "OpenAI, by its place",
      whileSent(
        (at) =>
          `Invalid 'tools[${at}].function.name': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.`,
      ),
    ],
    [
      "Anthropic, of a schema",
      whileSent(
        (at) => `tools.${at}.custom.input_schema: JSON schema is invalid. It must match JSON Schema draft 2020-12`,
      ),
    ],
    [
      "Anthropic, of a property",
      whileSent(
        (at) =>
          `tools.${at}.custom.input_schema.properties: Property keys should match pattern '^[a-zA-Z0-9_.-]{1,64}$'`,
      ),
    ],
    [
      "Gemini, of a field",
      whileSent(
        (at) =>
          `* GenerateContentRequest.tools[0].function_declarations[${at}].parameters.properties[ids].items: missing field.`,
      ),
    ],
    [
      "Gemini, of a word that it does not know",
      whileSent(
        (at) =>
          `Invalid JSON payload received. Unknown name "exclusiveMinimum" at 'tools[0].function_declarations[${at}].parameters.properties[0].value': Cannot find field.`,
      ),
    ],
    [
      "Vertex, by name",
      whileSent(
        () =>
          `Unable to submit request because \`${bad}\` functionDeclaration \`parameters.ids\` schema didn't specify the schema type field.`,
      ),
    ],
  ])("%s", async (_, refuse) => {
    const { outcome, again, asked, requests, learnt } = await ask(refuse);
    expect(outcome.error).toBe(null);
    expect(outcome.content).toBe("Hello.");
    expect(outcome.leftOut?.names).toEqual([bad]);
    expect(asked).toBe(2);
    expect(requests.at(-1)).toEqual([...own, ...servers].map(({ name }) => name).filter((name) => name !== bad));
    expect([again.content, again.leftOut, requests.length]).toEqual(["Hello.", undefined, 3]);
    expect(learnt).toMatchObject([{ refusedTools: [expect.stringContaining(bad)] }]);
  });

  it.each([
    [
      "OpenAI",
      "Invalid 'tools': array too long. Expected an array with maximum length 128, but got an array with length 171 instead.",
    ],
    ["Groq", "Maximum number of tools is 128; 171 tools were given."],
    ["a gateway", "Too many tools: 171 given, at most 128 tools are allowed"],
  ])("%s, of their number", async (_, words) => {
    const { outcome, asked, requests } = await ask((names) => (names.length > 128 ? words : null));
    expect([outcome.content, asked]).toEqual(["Hello.", 2]);
    expect(requests.at(-1)).toHaveLength(128);
    expect(requests.at(-1)?.slice(0, 3)).toEqual(own.map(({ name }) => name));
    expect(outcome.leftOut?.names).toHaveLength(171 - 128);
  });

  it("of a long description: it is told in full where nobody counts", async () => {
    const long = { ...offer("mcp_a_long"), description: "word ".repeat(500) };
    const words =
      "Invalid 'tools[3].function.description': string too long. Expected a string with maximum length 1024, but got a string with length 2500 instead.";
    let sent: unknown = null;
    const { outcome, asked } = await ask(
      (_, body) => {
        const described = body.tools ?? [];
        sent = described[3];
        return described.some((tool) => (tool.function.description ?? "").length > 1024) ? words : null;
      },
      [...own, long],
    );
    expect([outcome.content, asked, outcome.leftOut]).toEqual(["Hello.", 2, undefined]);
    expect(sent).toMatchObject({ function: { parameters: { description: long.description } } });
  });

  it("of several tools, one after the other, each named once", async () => {
    const several = [1, 5, 9].map((tool) => `mcp_server${tool}_tool_${tool}`);
    const { outcome, asked } = await ask((names) => {
      const first = several.find((name) => names.includes(name));
      return first === undefined
        ? null
        : `Invalid schema for function '${first}': schema must be a JSON Schema of 'type: "object"'`;
    });
    expect([outcome.content, asked, outcome.leftOut?.names]).toEqual(["Hello.", 4, several]);
  });
});

it("a tool that was refused is offered again once it is another one", async () => {
  const refuse = (names: readonly string[]): string | null =>
    names.includes(bad) ? `Invalid schema for function '${bad}': bad` : null;
  const { learnt } = await ask(refuse);
  const other = { ...offer(bad), parameters: { type: "object", properties: { other: { type: "number" } } } };
  const { requests } = await ask(() => null, [...own, other], learnt[0] ?? plainQuirks);
  expect(requests[0]).toContain(bad);
  const { requests: same } = await ask(() => null, [...own, offer(bad)], learnt[0] ?? plainQuirks);
  expect(same[0]).not.toContain(bad);
});

it.each([
  "The model `m` does not exist or you do not have access to it.",
  "messages: roles must alternate; the tool result has no call",
  "Please run the exec command to grep for the tool",
])("a refusal that is about something else costs no tool: %s", async (words) => {
  const { outcome, requests } = await ask(() => words);
  expect(outcome.error?.kind).toBe("bad_request");
  expect(outcome.leftOut).toBe(undefined);
  expect(new Set(requests.map((names) => names.length))).toEqual(new Set([171]));
});

describe("an endpoint that takes no tools at all", () => {
  it.each([
    ['"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set', "diagnose.noTools.vllm"],
    ["tools param requires --jinja flag", "diagnose.noTools.llamacpp"],
    ["m does not support tools", "diagnose.noTools.fix"],
  ])("is told once, with what to do about it: %s", async (words, advice) => {
    const { outcome, again, asked, learnt } = await ask((names) => (names.length > 0 ? words : null));
    expect([outcome.content, asked, learnt[0]?.takesTools]).toEqual(["Hello.", 2, false]);
    expect(outcome.withoutTools).toEqual({
      endpoint: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+/),
      reason: expect.stringContaining(words),
      advice,
    });
    expect([again.content, again.withoutTools]).toEqual(["Hello.", undefined]);
  });

  it("is not told of one that fails without them too", async () => {
    const { outcome } = await ask((names) => (names.length > 0 ? "m does not support tools" : "nothing works here"));
    expect([outcome.error?.kind, outcome.withoutTools]).toEqual(["bad_request", undefined]);
  });
});
