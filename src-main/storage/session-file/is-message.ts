import type { Message } from "../../../src-preload/contract/records.ts";
import { toolStatusSchema } from "../../../src-preload/contract/records.ts";

/*
 * The same as `messageSchema`, written out: a session is opened with a cold process, where the schema costs 10 ms for the
 * first hundred messages and this a tenth of it. A test holds the two against each other.
 */

type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === "string";
const isNumber: Check = (value) => Number.isFinite(value);
const isId: Check = (value) => typeof value === "string" && value.length >= 1 && value.length <= 100;
const oneOf =
  (...values: readonly unknown[]): Check =>
  (value) =>
    values.includes(value);
const nullable =
  (check: Check): Check =>
  (value) =>
    value === null || check(value);
const optional =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value);
const listOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);

function shape(fields: Readonly<Record<string, Check>>): Check {
  const entries = Object.entries(fields);
  return (value) =>
    typeof value === "object" &&
    value !== null &&
    !Array.isArray(value) &&
    entries.every(([name, check]) => check(Reflect.get(value, name)));
}

const media = listOf(
  shape({
    kind: oneOf("image", "file"),
    path: isText,
    mediaType: isText,
    name: optional(isText),
    heard: optional(oneOf(true, false)),
  }),
);
const usage = shape({
  promptTokens: isNumber,
  completionTokens: isNumber,
  totalTokens: isNumber,
  cachedTokens: optional(isNumber),
  cacheWriteTokens: optional(isNumber),
  reasoningTokens: optional(isNumber),
  cost: optional(isNumber),
});
const details = shape({
  status: oneOf(...toolStatusSchema.options),
  durationMs: optional(isNumber),
  label: optional(isText),
  path: optional(isText),
  firstLine: optional(isNumber),
  diff: optional(isText),
  exitCode: optional(nullable(isNumber)),
  resultFile: optional(isText),
});
const call = shape({
  id: isText,
  type: oneOf("function"),
  function: shape({ name: isText, arguments: isText }),
});

const step = shape({
  callId: isText,
  words: shape({
    doing: isText,
    done: isText,
    cut: optional(isText),
    object: optional(isText),
    noObject: optional(isText),
  }),
  label: optional(isText),
});

const mentioned = listOf(
  shape({
    kind: oneOf("chat", "resource"),
    written: isText,
    title: isText,
    sessionKey: nullable(isText),
    date: nullable(isNumber),
    tokens: isNumber,
    isCut: oneOf(true, false),
    problem: optional(isText),
    stranger: optional(isText),
  }),
);

const base = {
  id: isId,
  parentId: nullable(isId),
  runId: optional(isId),
  content: isText,
  timestamp: isText,
  hidden: optional(oneOf(true, false)),
  error: optional(shape({ code: isText, message: isText })),
  untrusted: optional(isText),
};

const shapes: ReadonlyMap<unknown, Check> = new Map([
  [
    "user",
    shape({
      ...base,
      sender: optional(isText),
      place: optional(isText),
      media: optional(media),
      turnContext: optional(isText),
      mentioned: optional(mentioned),
      prompt: optional(shape({ server: isText, name: isText })),
    }),
  ],
  [
    "assistant",
    shape({
      ...base,
      tool_calls: optional(listOf(call)),
      steps: optional(listOf(step)),
      reasoning: optional(isText),
      model: optional(isText),
      insteadOf: optional(isText),
      unproven: optional(oneOf(true, false)),
      plan: optional(oneOf(true, false)),
      usage: optional(usage),
      finishReason: optional(isText),
    }),
  ],
  ["tool", shape({ ...base, tool_call_id: isText, name: isText, media: optional(media), details: optional(details) })],
  ["system", shape(base)],
]);

/** Whether a parsed line is a message. Fields that are not known are let through and kept. */
export function isMessage(value: object): value is Message {
  return shapes.get(Reflect.get(value, "role"))?.(value) ?? false;
}
