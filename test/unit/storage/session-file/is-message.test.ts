import fc from "fast-check";
import { expect, test } from "vitest";
import { isMessage } from "../../../../src-main/storage/session-file/is-message.ts";
import { messageSchema } from "../../../../src-preload/contract/records.ts";

/** Mostly right values, now and then a wrong one. */
const odd = fc.constantFrom<unknown>(null, undefined, "", "text", 0, 1.5, true, [], {}, "ok", "user", "x".repeat(101));
const or = (right: fc.Arbitrary<unknown>) => fc.oneof({ weight: 12, arbitrary: right }, { weight: 1, arbitrary: odd });
const maybe = (right: fc.Arbitrary<unknown>) => fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, or(right));
const text = fc.constantFrom("a", "b");
const number = fc.nat(9);
const usage = {
  promptTokens: or(number),
  completionTokens: or(number),
  totalTokens: or(number),
  cachedTokens: maybe(number),
};
const call = {
  id: or(text),
  type: or(fc.constant("function")),
  function: or(fc.record({ name: or(text), arguments: or(text) })),
};
const words = { doing: or(text), done: or(text), cut: maybe(text), object: maybe(text), noObject: maybe(text) };
const step = { callId: or(text), words: or(fc.record(words)), label: maybe(text) };
const media = { kind: or(fc.constantFrom("image", "file")), path: or(text), mediaType: or(text), name: maybe(text) };
const details = {
  status: or(fc.constantFrom("ok", "error", "denied", "interrupted")),
  durationMs: maybe(number),
  label: maybe(text),
  path: maybe(text),
  firstLine: maybe(number),
  diff: maybe(text),
  exitCode: maybe(fc.constantFrom(0, null)),
  resultFile: maybe(text),
};
const record = fc.record({
  id: or(text),
  parentId: or(fc.constantFrom("a", null)),
  runId: maybe(text),
  role: or(fc.constantFrom("user", "assistant", "tool", "system")),
  content: or(text),
  timestamp: or(text),
  hidden: maybe(fc.boolean()),
  error: maybe(fc.record({ code: or(text), message: or(text) })),
  tool_call_id: or(text),
  name: or(text),
  sender: maybe(text),
  reasoning: maybe(text),
  model: maybe(text),
  insteadOf: maybe(text),
  turnContext: maybe(text),
  usage: maybe(fc.record(usage)),
  tool_calls: maybe(fc.array(fc.record(call), { maxLength: 2 })),
  steps: maybe(fc.array(fc.record(step), { maxLength: 2 })),
  media: maybe(fc.array(fc.record(media), { maxLength: 2 })),
  details: maybe(fc.record(details)),
});

test("the quick check of a message agrees with its schema", () => {
  const seen = { right: 0, wrong: 0 };
  fc.assert(
    fc.property(record, (value) => {
      const isRight = messageSchema.safeParse(value).success;
      seen[isRight ? "right" : "wrong"] += 1;
      expect(isMessage(value)).toBe(isRight);
    }),
    { numRuns: 5000 },
  );
  expect(Math.min(seen.right, seen.wrong)).toBeGreaterThan(500);
});
