import { Readable } from "node:stream";
import { createAnswer } from "../../src-main/models/answer/answer.ts";
import { answerError, simpleError, wireError } from "../../src-main/models/errors/model-errors.ts";
import { type BodyEnd, readAnswerBody } from "../../src-main/models/http/answer-body.ts";
import type { ModelOutcome, ModelSink, ToolOffers } from "../../src-main/models/model.ts";
import type { AnswerReader } from "../../src-main/models/protocol.ts";

const place = { modelId: "custom/m", address: "http://127.0.0.1/v1", key: null };

export interface ReadOptions {
  /** Null for chat completions. */
  readonly reader: AnswerReader | null;
  readonly tools: ToolOffers;
  readonly sink: ModelSink;
  /** The connection breaks behind the bytes, unless they have ended the answer. */
  readonly isDropped?: boolean;
}

/** The outcome of the bytes of an answer, through the code that reads bodies, without a connection. */
export function readAnswer(pieces: readonly Buffer[], options: ReadOptions): ModelOutcome {
  let ids = 0;
  const answer = createAnswer({
    tools: options.tools,
    sink: options.sink,
    contextWindow: null,
    makeCallId: () => `made${ids++}`,
    classify: (body) => wireError({ status: 200, body, headers: {}, now: 0 }, place),
    failure: (kind, usage) => answerError(kind, place, usage, null),
  });
  const stream = new Readable({ read() {} });
  const ends: BodyEnd[] = [];
  readAnswerBody(stream, {
    chunk(wire) {
      for (const chunk of options.reader?.(wire) ?? [wire]) answer.accept(chunk);
      return answer.hasFailed || (options.reader !== null && answer.isWhole);
    },
    life() {},
    end: (how) => void ends.push(how),
  });
  for (const piece of pieces) if (piece.length > 0) stream.emit("data", piece);
  if (ends.length === 0 && options.isDropped !== true) stream.emit("end");
  const [end] = ends;
  // A reader that throws is a bug: tests must see it.
  if (end?.kind === "failed") throw end.cause;
  if (end?.kind === "done" || end?.kind === "closed") return answer.finish(end);
  return answer.finish({ kind: "broken", error: simpleError(end === undefined ? "network" : "protocol", place) });
}
