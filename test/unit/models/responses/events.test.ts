import { describe, expect, it } from "vitest";
import { createEventReader } from "../../../../src-main/models/responses/events.ts";
import { toolOffersOf } from "../../../../src-main/models/tools/tool-offers.ts";
import { readAnswer } from "../../../support/read-answer.ts";
import { createRecordingSink } from "../../../support/recording-sink.ts";
import { responsesAnswer, responsesEvents, streamOf } from "../../../support/responses-events.ts";
import type { ScriptedReply } from "../../../support/scripted-reply.ts";

const tools = toolOffersOf([{ name: "read_file", description: "Reads.", parameters: { type: "object" } }]);
const from = "https://host.test/v1 m";

function read(body: string | readonly Buffer[], isDropped = false) {
  const sink = createRecordingSink();
  const pieces = typeof body === "string" ? [Buffer.from(body)] : body;
  const outcome = readAnswer(pieces, { reader: createEventReader(from), tools, sink, isDropped });
  return { outcome, sink };
}
const outcomeOf = (events: readonly object[]) => read(streamOf(events.map((event) => ({ ...event })))).outcome;

const readA = { name: "read_file", arguments: { path: "ä.md" }, id: "call_a" };
const readB = { name: "read_file", arguments: { path: "b.md" }, id: "call_b" };
const reply: ScriptedReply = {
  reasoning: "Two files, it seems.",
  sealed: "gAAA-sealed",
  text: "I look at both – wait.",
  phase: "commentary",
  calls: [readA, readB],
  usage: { prompt: 40, completion: 9 },
};
const whole = read(streamOf(responsesEvents(reply))).outcome;

describe("an answer of the Responses API", () => {
  it("has text, thoughts, parallel calls and what was used", () => {
    expect(whole).toMatchObject({
      content: "I look at both – wait.",
      reasoning: "Two files, it seems.",
      finishReason: "tool_calls",
      error: null,
      invalidToolCalls: [],
      usage: { promptTokens: 40, completionTokens: 9, totalTokens: 49 },
    });
    expect(whole.toolCalls.map(({ id, name, arguments: given }) => [id, name, given])).toEqual([
      ["call_a", "read_file", { path: "ä.md" }],
      ["call_b", "read_file", { path: "b.md" }],
    ]);
  });

  it("shows text and thoughts as they come, and once", () => {
    const { sink } = read(streamOf(responsesEvents(reply)));
    expect(sink.shown).toBe("I look at both – wait.");
    expect(sink.texts.length).toBeGreaterThan(1);
    expect(sink.thoughts).toBe("Two files, it seems.");
  });

  it("is the same wherever its bytes are cut in two, and with events that are not named", () => {
    for (const isNamed of [true, false]) {
      const bytes = Buffer.from(streamOf(responsesEvents(reply), isNamed));
      for (let at = 0; at <= bytes.length; at++) {
        const { outcome } = read([bytes.subarray(0, at), bytes.subarray(at)]);
        expect({ at, outcome }).toEqual({ at, outcome: whole });
      }
      const { outcome } = read([...bytes].map((byte) => Buffer.from([byte])));
      expect(outcome).toEqual(whole);
    }
  });

  it("that breaks off anywhere before its end runs no call", () => {
    const bytes = Buffer.from(streamOf(responsesEvents(reply)));
    const toTheEnd = bytes.lastIndexOf("}");
    for (let at = 0; at <= toTheEnd; at++) {
      const [dropped, closed] = [true, false].map((isDropped) => read([bytes.subarray(0, at)], isDropped).outcome);
      expect({ at, calls: dropped?.toolCalls, kind: dropped?.error?.kind }).toEqual({ at, calls: [], kind: "network" });
      expect({ at, calls: closed?.toolCalls, reason: closed?.finishReason }).toEqual({
        at,
        calls: [],
        reason: "error",
      });
    }
  });

  it("is whole at its last event, although the connection breaks behind it", () => {
    expect(read(streamOf(responsesEvents(reply)), true).outcome).toEqual(whole);
  });

  it("is whole at [DONE] too", () => {
    const body = `${streamOf(responsesEvents({ calls: [readA] }).slice(0, -1))}data: [DONE]\n\n`;
    expect(read(body).outcome).toMatchObject({ toolCalls: [{ id: "call_a" }], error: null });
  });

  it("may come as JSON where a stream was asked for", () => {
    expect(read(JSON.stringify(responsesAnswer(reply))).outcome).toEqual(whole);
  });

  it.each<[what: string, keep: (type: string) => boolean]>([
    ["only as items", (type) => !/delta|text\.done|arguments\.done|added/.test(type)],
    ["only at its end", (type) => type === "response.completed"],
    ["only as deltas of what is added", (type) => !/\.done$/.test(type)],
    ["without deltas", (type) => !type.endsWith(".delta")],
  ])("is read also where it comes %s", (_what, keep) => {
    const events = responsesEvents(reply).filter(({ type }) => keep(String(type)));
    const { outcome } = read(streamOf(events));
    expect(outcome).toMatchObject({ content: whole.content, reasoning: whole.reasoning, error: null });
    expect(outcome.toolCalls.map(({ id, arguments: given }) => [id, given])).toEqual(
      whole.toolCalls.map(({ id, arguments: given }) => [id, given]),
    );
  });

  it("may hold events that nobody knows", () => {
    const strange = { type: "response.strange.delta", output_index: 0, delta: "x", message: { detail: "y" } };
    const events = responsesEvents(reply).flatMap((event) => [event, strange, { type: "keepalive" }]);
    expect(outcomeOf(events)).toEqual(whole);
  });

  it("keeps the thoughts of several parts, and words of several items, apart", () => {
    const thought = (text: string) => ({ type: "summary_text", text });
    const words = (text: string) => ({ type: "message", content: [{ type: "output_text", text }] });
    const output = [{ type: "reasoning", summary: [thought("One."), thought("Two.")] }, words("A."), words("B.")];
    const { outcome } = read(JSON.stringify({ object: "response", status: "completed", output }));
    expect(outcome).toMatchObject({ reasoning: "One.\n\nTwo.", content: "A.\n\nB." });
  });

  it("tells thoughts once that come in full and in short", () => {
    const place = { output_index: 0, content_index: 0, summary_index: 0 };
    const item = {
      type: "reasoning",
      summary: [{ type: "summary_text", text: "Short." }],
      content: [{ type: "reasoning_text", text: "In full." }],
    };
    const outcome = outcomeOf([
      { type: "response.reasoning_text.delta", ...place, delta: "In " },
      { type: "response.reasoning_text.delta", ...place, delta: "full." },
      { type: "response.output_item.done", ...place, item },
      ...responsesEvents({ text: "Yes." }).slice(-1),
    ]);
    expect(outcome.reasoning).toBe("In full.");
  });

  it("counts what came from the cache and what was thought", () => {
    const usage = {
      input_tokens: 100,
      input_tokens_details: { cached_tokens: 64 },
      output_tokens: 30,
      output_tokens_details: { reasoning_tokens: 20 },
      total_tokens: 130,
    };
    const output = [{ type: "message", content: [{ type: "output_text", text: "Yes." }] }];
    const { outcome } = read(JSON.stringify({ object: "response", status: "completed", output, usage }));
    expect(outcome.usage).toEqual({
      promptTokens: 100,
      completionTokens: 30,
      totalTokens: 130,
      cachedTokens: 64,
      reasoningTokens: 20,
    });
  });

  it("may be a refusal", () => {
    const place = { output_index: 0, content_index: 0 };
    const item = { type: "message", content: [{ type: "refusal", refusal: "I will not." }] };
    const outcome = outcomeOf([
      { type: "response.refusal.delta", ...place, delta: "I will" },
      { type: "response.refusal.delta", ...place, delta: " not." },
      { type: "response.refusal.done", ...place, refusal: "I will not." },
      { type: "response.output_item.done", ...place, item },
      { type: "response.completed", response: { status: "completed", output: [item] } },
    ]);
    expect(outcome).toMatchObject({ refusal: "I will not.", content: "", error: null });
  });

  it.each([
    ["length", "length"],
    ["content_filter", "content_filter"],
  ])("may be cut: %s", (finishReason, told) => {
    const { outcome } = read(streamOf(responsesEvents({ text: "Half of", finishReason })));
    expect(outcome).toMatchObject({ content: "Half of", finishReason: told, error: null });
  });

  it("is cut where it is incomplete for a reason that nobody knows", () => {
    const response = { status: "incomplete", incomplete_details: { reason: "steered" } };
    const events = [...responsesEvents({ text: "Half of" }).slice(0, -1), { type: "response.incomplete", response }];
    expect(outcomeOf(events)).toMatchObject({ finishReason: "length" });
  });

  it("that is still being made is none", () => {
    const { outcome } = read(JSON.stringify({ object: "response", status: "queued", output: [] }));
    expect(outcome.error?.kind).toBe("incomplete");
  });
});

describe("a failure inside an answer", () => {
  const failed = (error: unknown) => ({ type: "response.failed", response: { status: "failed", error, output: [] } });
  it.each<[what: string, event: object, kind: string, retryable: boolean]>([
    ["a limit", failed({ code: "rate_limit_exceeded", message: "Please try again in 2s." }), "rate_limit", true],
    ["the server", failed({ code: "server_error", message: "An error occurred." }), "server", true],
    ["nothing told", failed(null), "server", true],
    ["an overflow", failed({ code: "context_length_exceeded", message: "Too long." }), "context_overflow", false],
    ["a prompt", failed({ code: "invalid_prompt", message: "No." }), "bad_request", false],
    ["an image", failed({ code: "image_parse_error", message: "No." }), "bad_request", false],
    ["a policy", failed({ code: "bio_policy", message: "No." }), "content_filter", false],
    ["an event", { type: "error", code: "server_error", message: "Oh no." }, "server", true],
    ["a nested event", { type: "error", error: { code: "rate_limit_exceeded", message: "Slow." } }, "rate_limit", true],
  ])("is told as what it is: %s", (_what, event, kind, retryable) => {
    for (const isNamed of [true, false]) {
      const events = [...responsesEvents({ calls: [readA] }).slice(0, -1), { ...event }];
      const { outcome } = read(streamOf(events, isNamed));
      expect(outcome).toMatchObject({ toolCalls: [], finishReason: "error", error: { kind, retryable } });
    }
  });

  it("has the provider's words, its wait, and what was used", () => {
    const usage = { input_tokens: 7, output_tokens: 0, total_tokens: 7 };
    const error = { code: "rate_limit_exceeded", message: "Please try again in 2s." };
    const outcome = outcomeOf([{ type: "response.failed", response: { status: "failed", error, usage } }]);
    expect(outcome.error).toMatchObject({ retryAfterMs: 2000, reason: "Please try again in 2s." });
    expect(outcome.usage).toMatchObject({ promptTokens: 7 });
  });

  it("may be a bare body", () => {
    const { outcome } = read('{"error":{"message":"No.","type":"invalid_request_error"}}');
    expect(outcome.error).toMatchObject({ kind: "bad_request", reason: "No." });
  });
});

describe("thoughts that must go back", () => {
  const sealed = (text: string) => ({ type: "reasoning", id: `rs_${text}`, summary: [], encrypted_content: text });
  const call = (id: string) => ({
    type: "function_call",
    id: `fc_${id}`,
    call_id: id,
    name: "read_file",
    arguments: "{}",
  });
  const words = (phase?: string) => ({ type: "message", phase, content: [{ type: "output_text", text: "So." }] });
  const keptOf = (output: readonly object[]) =>
    read(JSON.stringify({ object: "response", status: "completed", output })).outcome.toolCalls.map(
      ({ roundTrip }) => roundTrip,
    );
  const kept = (...items: readonly object[]) => ({ extra_content: { responses: { from, items } } });
  const back = (text: string) => ({ type: "reasoning", summary: [], encrypted_content: text });

  it("stay with the call that they came before, in their order, without ids", () => {
    const output = [sealed("a"), sealed("b"), call("1"), call("2"), sealed("c"), call("3"), sealed("d")];
    expect(keptOf(output)).toEqual([kept(back("a"), back("b")), undefined, kept(back("c"))]);
  });

  it("keep the place of the words among them, and what the words are", () => {
    expect(keptOf([sealed("a"), words("commentary"), call("1")])).toEqual([
      kept(back("a"), { type: "message", phase: "commentary" }),
    ]);
    expect(keptOf([words(), call("1")])).toEqual([undefined]);
  });

  it("are taken from the item that is done: before that they are not whole", () => {
    const { outcome } = read(streamOf(responsesEvents({ sealed: "whole", calls: [readA] })));
    expect(outcome.toolCalls[0]?.roundTrip).toEqual(kept(back("whole")));
  });

  it("are let go where they are longer than a transcript should carry, and where nothing is sealed", () => {
    expect(keptOf([sealed("x".repeat(3_000_000)), call("1")])).toEqual([undefined]);
    expect(keptOf([{ type: "reasoning", summary: [] }, call("1")])).toEqual([undefined]);
  });
});
