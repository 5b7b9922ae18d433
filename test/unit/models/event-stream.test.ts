import { Readable } from "node:stream";
import { describe, expect, it } from "vitest";
import { type Answer, createAnswer } from "../../../src-main/models/answer/answer.ts";
import { answerError, simpleError, wireError } from "../../../src-main/models/errors/model-errors.ts";
import { createEventStream } from "../../../src-main/models/event-stream.ts";
import { type BodyEnd, readAnswerBody } from "../../../src-main/models/http/answer-body.ts";
import { toolOffersOf } from "../../../src-main/models/tools/tool-offers.ts";
import { createRecordingSink } from "../../support/recording-sink.ts";
import { diffOutcome, loadCases, type ProviderCase } from "../../support/replay.mjs";

const place = { modelId: "custom/m", address: "http://127.0.0.1/v1", key: null };

/** Bodies of good answers, whatever the request was. */
const cases = [...loadCases(["test/fixtures/provider", "test/fixtures/provider-2"]).values()].filter(
  ({ kind, response, request_rule }) =>
    (kind === "stream" || kind === "json") &&
    (response.sse !== undefined || response.body !== undefined) &&
    (response.status ?? 200) === 200 &&
    response.gzip !== true &&
    response.no_headers === undefined &&
    request_rule === undefined,
);

function bytesOf({ response }: ProviderCase): Buffer {
  const { body } = response;
  if (body !== undefined) return Buffer.from(typeof body === "string" ? body : JSON.stringify(body));
  const parts = (response.sse ?? []).map((step) => {
    if (typeof step === "string") return Buffer.from(step);
    if (typeof step["hex"] === "string") return Buffer.from(step["hex"], "hex");
    return Buffer.alloc(0);
  });
  return Buffer.concat(parts);
}

/** How the connection ends, where the body does not. */
function breakOf({ response }: ProviderCase): "network" | "timeout" | null {
  const has = (key: string): boolean =>
    response.sse?.some((step) => typeof step !== "string" && step[key] !== undefined) === true;
  if (has("cut")) return "network";
  return has("stall") ? "timeout" : null;
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

/** The body through the code that reads bodies, without a connection. */
function outcomeOf(one: ProviderCase, pieces: readonly Buffer[]) {
  const answer = newAnswer(one);
  const stream = new Readable({ read() {} });
  const ends: BodyEnd[] = [];
  readAnswerBody(stream, {
    chunk(wire) {
      answer.accept(wire);
      return answer.hasFailed;
    },
    life() {},
    end: (how) => void ends.push(how),
  });
  for (const piece of pieces) if (piece.length > 0) stream.emit("data", piece);
  const broken = breakOf(one);
  if (ends.length === 0 && broken === null) stream.emit("end");
  const [end] = ends;
  expect(ends).toHaveLength(broken === null ? 1 : ends.length);
  if (end?.kind === "done" || end?.kind === "closed") return answer.finish(end);
  return answer.finish({
    kind: "broken",
    error: simpleError(end === undefined ? (broken ?? "server") : "protocol", place),
  });
}

const short = cases.filter(({ id }) => id !== "sse-one-long-line");
/** One of each topic, and whatever is about characters that are cut. */
const samples = [
  ...new Map(short.map((one) => [`${one.topic} ${one.kind}`, one])).values(),
  ...short.filter(({ id }) => id.startsWith("sse-split")),
];

describe("an event stream", () => {
  it.each(samples.map((one) => [one.id, one] as const))(
    "%s has the same outcome wherever its bytes are cut in two",
    (_id, one) => {
      const bytes = bytesOf(one);
      for (let at = 0; at <= bytes.length; at++) {
        const outcome = outcomeOf(one, [bytes.subarray(0, at), bytes.subarray(at)]);
        expect({ at, diff: diffOutcome(one, outcome) }).toEqual({ at, diff: [] });
      }
    },
  );

  it.each(short.map((one) => [one.id, one] as const))("%s has the same outcome byte by byte", (_id, one) => {
    const pieces = [...bytesOf(one)].map((byte) => Buffer.from([byte]));
    expect(diffOutcome(one, outcomeOf(one, pieces))).toEqual([]);
  });

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
