import { describe, expect, it } from "vitest";
import { noTools } from "../../../src-main/models/tools/tool-offers.ts";
import { readAnswer } from "../../support/read-answer.ts";
import { createRecordingSink } from "../../support/recording-sink.ts";

function read(chunks: readonly object[], end = "") {
  const sink = createRecordingSink();
  const text = chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join("") + end;
  const outcome = readAnswer([Buffer.from(text)], { reader: null, tools: noTools, sink });
  return { ...outcome, thoughts: sink.thoughts, shown: sink.shown };
}

function readJson(message: object, more = {}) {
  const body = JSON.stringify({ choices: [{ message, ...more }] });
  return readAnswer([Buffer.from(body)], { reader: null, tools: noTools, sink: createRecordingSink() });
}

const delta = (fields: object, finish: string | null = null) => ({
  choices: [{ delta: fields, finish_reason: finish }],
});

describe("a whole JSON body without finish_reason", () => {
  it.each([
    ["text", { content: "Hello." }, "stop"],
    ["a call", { tool_calls: [{ id: "c", function: { name: "a", arguments: "{}" } }] }, "tool_calls"],
    ["a refusal", { refusal: "No." }, "stop"],
  ])("with %s is whole", (_what, message, finishReason) => {
    expect(readJson(message)).toMatchObject({ error: null, finishReason });
    expect(readJson(message, { finish_reason: null })).toMatchObject({ error: null, finishReason });
  });
  it("without any of them is empty", () => {
    expect(readJson({ content: "" }).error?.kind).toBe("empty");
  });
});

describe("pieces of a stream", () => {
  it("that just end are no whole answer", () => {
    expect(read([delta({ content: "Hel" })]).error?.kind).toBe("incomplete");
  });
});

describe("a thought that comes in think tags and in a field", () => {
  const thought = "I look\nat it.";
  it.each([
    [
      "the field first",
      [delta({ reasoning_content: thought }), delta({ content: `<think>\n${thought}\n</think>Yes.` })],
    ],
    ["the tag first", [delta({ content: `<think>${thought}</think>Yes.` }), delta({ reasoning_content: thought })]],
    [
      "word by word in both",
      ["I look", "\nat", " it."].map((word, index) =>
        delta({
          reasoning_content: word,
          content: (index === 0 ? "<think>" : "") + word + (index === 2 ? "</think>Yes." : ""),
        }),
      ),
    ],
  ])("is shown and kept once: %s", (_order, chunks) => {
    const { reasoning, thoughts, content, shown } = read([...chunks, delta({}, "stop")]);
    expect([reasoning.trim(), thoughts.trim(), content, shown]).toEqual([thought, thought, "Yes.", "Yes."]);
  });
  it("is shown and kept twice where they differ", () => {
    const chunks = [delta({ reasoning_content: "One." }), delta({ content: "<think>Two.</think>Yes." }, "stop")];
    expect(read(chunks)).toMatchObject({ reasoning: "One.\nTwo.", thoughts: "One.Two." });
  });
});
