import { describe, expect, it } from "vitest";
import { addressOfBase } from "../../../src-main/models/addresses.ts";
import { wireError } from "../../../src-main/models/errors/model-errors.ts";
import { learnQuirks } from "../../../src-main/models/learn-quirks.ts";
import { changedQuirks, plainQuirks, type Quirks } from "../../../src-main/models/quirks.ts";

const place = { modelId: "custom/m", address: "https://host.test/v1", key: null };

function lesson(status: number, body: unknown, tried: readonly Quirks[] = [plainQuirks], address = place.address) {
  const error = wireError({ status, body, headers: {}, now: 0 }, { ...place, address });
  const learned = learnQuirks(error, tried);
  return learned === null ? null : changedQuirks(plainQuirks, learned);
}

/** As FastAPI and pydantic refuse a field. */
const refusal = (...loc: readonly (string | number)[]) => ({
  detail: [{ type: "extra_forbidden", loc: ["body", ...loc], msg: "Extra inputs are not permitted", input: 1 }],
});

const fields: readonly [readonly (string | number)[], Partial<Quirks>][] = [
  [["max_tokens"], { maxTokensField: "max_completion_tokens" }],
  [["temperature"], { sendsTemperature: false }],
  [["stream_options"], { sendsStreamOptions: false }],
  [["stream_options", "include_usage"], { sendsStreamOptions: false }],
  [["reasoning_effort"], { sendsReasoningEffort: false }],
  [["messages", 2, "AssistantMessage", "reasoning_content"], { reasoningBack: "never" }],
  [["messages", 1, "assistant", "tool_calls", 0, "extra_content"], { sendsCallExtras: false }],
  [["tools"], { takesTools: false }],
];

describe("a field that a refusal names", () => {
  it.each(fields)("in `loc` alone is learnt: %j", (loc, change) => {
    expect(lesson(422, refusal(...loc))).toEqual(change);
  });
  it.each(fields.filter(([loc]) => loc.length === 1))("in `param` alone is learnt: %j", ([field], change) => {
    const body = { error: { message: "Unknown parameter.", param: field, type: "invalid_request_error" } };
    expect(lesson(400, body)).toEqual(change);
  });
  it("is said in the reason", () => {
    const error = wireError({ status: 422, body: refusal("max_tokens"), headers: {}, now: 0 }, place);
    expect(error.userMessage).toContain("max_tokens: Extra inputs are not permitted");
  });
  it("is learnt too beside others", () => {
    const { detail } = refusal("max_tokens");
    const both = { detail: [...detail, ...refusal("temperature").detail] };
    const first = learnQuirks(wireError({ status: 422, body: both, headers: {}, now: 0 }, place), [plainQuirks]);
    expect(first).toMatchObject({ maxTokensField: "max_completion_tokens" });
  });
  it("is left out where its other name is refused too", () => {
    const tried: Quirks[] = [plainQuirks, { ...plainQuirks, maxTokensField: "max_completion_tokens" }];
    expect(lesson(422, refusal("max_completion_tokens"), tried)).toEqual({ maxTokensField: "none" });
  });
  it("with a value that is wrong is not taken for one that is unknown", () => {
    const body = {
      detail: [
        { type: "less_than_equal", loc: ["body", "max_tokens"], msg: "Input should be less than or equal to 8192" },
      ],
    };
    expect(lesson(422, body)).toBeNull();
  });
  it("that is in no lesson leaves out what few endpoints know", () => {
    expect(lesson(422, refusal("messages", 0, "x"))).toEqual({ reasoningBack: "never", sendsCallExtras: false });
  });
});

describe("a server that was started without its part for tools", () => {
  it.each([
    [400, '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set'],
    [500, "tools param requires --jinja flag"],
  ])("is asked without tools: %i %s", (status, message) => {
    expect(lesson(status, { error: { message } })).toEqual({ takesTools: false });
  });
});

describe("words of an address", () => {
  it("teach nothing, whatever they are", () => {
    for (const address of ["https://host.test/v1/responses", "https://reasoning.summary/system role not supported"]) {
      expect(lesson(400, { error: { message: "Bad luck." } }, [plainQuirks], address)).toBeNull();
    }
  });
  it("that are the path of a chat do not belong to the base", () => {
    for (const base of [
      "https://h.test/v1/chat/completions",
      "https://h.test/v1/chat/completions/",
      "https://h.test/v1/",
    ]) {
      expect(addressOfBase(base)).toBe("https://h.test/v1");
    }
  });
});
