import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import { attemptAnswer } from "../../../src-main/models/attempt.ts";
import type { ModelSink } from "../../../src-main/models/model.ts";
import { noTools } from "../../../src-main/models/tools/tool-offers.ts";
import { createManualClock } from "../../support/manual-clock.ts";
import { silentSink } from "../../support/run-case.ts";

const place = { modelId: "custom/m", address: "http://127.0.0.1/v1", key: null };
const chunk = (delta: object): string => `data: ${JSON.stringify({ choices: [{ delta }] })}\n\n`;

/** Sends one piece every twenty seconds for so many minutes, on a clock of its own, and ends the answer then. */
async function dripped(pieces: (index: number) => string, minutes: number, sink: ModelSink = silentSink) {
  const clock = createManualClock();
  const stream = new PassThrough();
  const attempt = attemptAnswer({
    request: {
      messages: [],
      tools: noTools,
      parameters: { temperature: 0, maxTokens: 10, reasoningEffort: null },
      contextWindow: null,
    },
    sink,
    signal: new AbortController().signal,
    place,
    clock,
    idleTimeoutMs: 60_000,
    makeCallId: () => "made",
    log: () => {},
    reader: null,
    send: async () => ({ incoming: new IncomingMessage(new Socket()), stream, broken: (cause) => cause }),
  });
  // The request is answered before the first byte comes.
  await Promise.resolve();
  for (let index = 0; index < minutes * 3; index++) {
    stream.emit("data", Buffer.from(pieces(index)));
    clock.advance(20_000);
  }
  stream.emit("data", Buffer.from(`${chunk({ content: "Done." })}data: [DONE]\n\n`));
  return (await attempt).outcome;
}

describe("an answer that is kept alive", () => {
  it.each([
    ["by comments", () => ": x\n\n"],
    ["by single bytes", () => " "],
    ["by chunks without a word", () => chunk({})],
    ["by chunks of nothing but a role", () => chunk({ role: "assistant", content: "" })],
  ])("%s alone ends after half an hour, and says so", async (_how, piece) => {
    const { error } = await dripped(piece, 32);
    expect(error).toMatchObject({ kind: "timeout", retryable: false });
    expect(error?.userMessage).toContain("30 m");
  });
  it.each([
    ["comments for a quarter of an hour", () => ": x\n\n", 15],
    ["words that come slowly", () => chunk({ content: "a" }), 70],
    ["thoughts that come slowly", () => chunk({ reasoning_content: "a" }), 70],
    [
      "a call that comes slowly",
      (index: number) =>
        chunk({ tool_calls: [{ index: 0, id: "c", function: { name: "a", arguments: index === 0 ? "{" : " " } }] }),
      70,
    ],
  ])("by %s goes on", async (_how, piece, minutes) => {
    expect((await dripped(piece, minutes)).error).toBeNull();
  });
});

describe("what is thrown while an answer is read", () => {
  it("is a fault of that answer, and ends nothing else", async () => {
    const text = () => {
      throw new RangeError("Maximum call stack size exceeded");
    };
    const { error, toolCalls } = await dripped(() => chunk({ content: "a" }), 1, { ...silentSink, text });
    expect(error).toMatchObject({ kind: "protocol", retryable: false });
    expect(error?.userMessage).toContain("cannot read");
    expect(toolCalls).toEqual([]);
  });
});
