import { describe, expect, it } from "vitest";
import { type Answer, createAnswer } from "../../../src-main/models/answer/answer.ts";
import { answerError, wireError } from "../../../src-main/models/errors/model-errors.ts";
import { createEventStream } from "../../../src-main/models/event-stream.ts";
import { toolOffersOf } from "../../../src-main/models/tool-offers.ts";
import { createRecordingSink } from "../../support/recording-sink.ts";
import { diffOutcome, loadCases, type ProviderCase } from "../../support/replay.mjs";

const place = { modelId: "custom/m", address: "http://127.0.0.1/v1", key: null };

/** Whole bodies of event streams, whose end does not depend on the connection. */
const cases = [...loadCases(["test/fixtures/provider"]).values()].filter(
  ({ kind, topic, response }) =>
    kind === "stream" &&
    response.sse !== undefined &&
    response.gzip !== true &&
    !["midstream", "request"].includes(topic),
);

function bytesOf(one: ProviderCase): Buffer {
  const parts = (one.response.sse ?? []).map((step) => {
    if (typeof step === "string") return Buffer.from(step);
    if (typeof step["hex"] === "string") return Buffer.from(step["hex"], "hex");
    return Buffer.alloc(0);
  });
  return Buffer.concat(parts);
}

function newAnswer(one: ProviderCase): Answer {
  const tools = (one.tools ?? []).map((tool) => ({ ...tool, description: "" }));
  let ids = 0;
  return createAnswer({
    tools: toolOffersOf(tools),
    sink: createRecordingSink(),
    contextWindow: one.client?.contextWindow ?? null,
    makeCallId: () => `made${ids++}`,
    classify: (body) => wireError({ status: 200, body, headers: {}, now: 0 }, place),
    failure: (kind, usage) => answerError(kind, place, usage, null),
  });
}

function outcomeOf(one: ProviderCase, pieces: readonly Buffer[]) {
  const answer = newAnswer(one);
  let isDone = false;
  const events = createEventStream({
    data: (text) => answer.accept(JSON.parse(text)),
    done: () => {
      isDone = true;
    },
    oversized: () => {},
  });
  for (const piece of pieces) events.push(piece);
  events.end();
  return answer.finish({ kind: isDone ? "done" : "closed" });
}

const samples = [
  ...new Map(cases.filter(({ id }) => id !== "sse-one-long-line").map((one) => [one.topic, one])).values(),
];

describe("an event stream", () => {
  it.each([...samples, ...cases.filter(({ id }) => id.startsWith("sse-split"))].map((one) => [one.id, one] as const))(
    "%s has the same outcome wherever its bytes are cut in two",
    (_id, one) => {
      const bytes = bytesOf(one);
      for (let at = 0; at <= bytes.length; at++) {
        const outcome = outcomeOf(one, [bytes.subarray(0, at), bytes.subarray(at)]);
        expect({ at, diff: diffOutcome(one, outcome) }).toEqual({ at, diff: [] });
      }
    },
  );

  it.each(cases.filter(({ id }) => id !== "sse-one-long-line").map((one) => [one.id, one] as const))(
    "%s has the same outcome byte by byte",
    (_id, one) => {
      const pieces = [...bytesOf(one)].map((byte) => Buffer.from([byte]));
      expect(diffOutcome(one, outcomeOf(one, pieces))).toEqual([]);
    },
  );

  function eventsOf(body: string): readonly string[] {
    const seen: string[] = [];
    const events = createEventStream({
      data: (text, event) => seen.push(event === "" ? text : `${event}: ${text}`),
      done: () => seen.push("done"),
      oversized: () => seen.push("oversized"),
    });
    events.push(Buffer.from(body));
    events.end();
    return seen;
  }

  it("says nothing after [DONE]", () => {
    expect(eventsOf("data: {}\n\ndata: [DONE]\n\ndata: {}\n\n")).toEqual(["{}", "done"]);
  });
  it("sees [DONE] without a blank line before it", () => {
    expect(eventsOf("data: {}\ndata: [DONE]\n")).toEqual(["{}", "done"]);
  });
  it("takes an event whose blank line never came", () => {
    expect(eventsOf('data: {"a":1}')).toEqual(['{"a":1}']);
  });
  it("reads lines that end in a carriage return alone", () => {
    expect(eventsOf("data: {}\r\rdata: [DONE]\r\r")).toEqual(["{}", "done"]);
  });
  it("takes a bare JSON line for an event", () => {
    expect(eventsOf('{"error":"no"}\n\n')).toEqual(['{"error":"no"}']);
  });
  it.each([
    ["a line", `data: {}\n\n${"x".repeat(9 * 1024 * 1024)}`],
    ["an event of long lines", `data: {}\n\n${`data: ${"x".repeat(3 * 1024 * 1024)}\n`.repeat(3)}`],
    ["an event of many lines", `data: {}\n\n${"data:\n".repeat(10_001)}`],
  ])("reads nothing after %s that no honest event is as long as", (_what, body) => {
    expect(eventsOf(`${body}\n\ndata: {}\n\n`)).toEqual(["{}", "oversized"]);
  });
  it("tells the name of an event", () => {
    expect(eventsOf("event: error\ndata: overloaded\n\n")).toEqual(["error: overloaded"]);
  });
});
