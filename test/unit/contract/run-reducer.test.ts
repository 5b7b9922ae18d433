import { expect, it } from "vitest";
import type { PerchEvent, PerchFact } from "../../../src-preload/contract/events.ts";
import { approvalIdSchema, messageIdSchema, runIdSchema, sessionKeySchema } from "../../../src-preload/contract/ids.ts";
import { reduceRun } from "../../../src-preload/contract/reducers/run.ts";
import type { RunView } from "../../../src-preload/contract/run-view.ts";

/* How a run looks while its models are asked again, or others in their place. */

const at = { sessionKey: sessionKeySchema.parse("cli:direct"), runId: runIdSchema.parse("run") };
const messageId = messageIdSchema.parse("message");
const reason = { code: "quota", message: "No balance." };

const start: PerchFact = { topic: "agent", type: "run-start", ...at, model: "first", resumed: false };
const iteration: PerchFact = { topic: "agent", type: "iteration-start", ...at, iteration: 2 };
const retry: PerchFact = { topic: "agent", type: "retry-start", ...at, attempt: 1, delayMs: 5000, message: "Busy." };
const switched: PerchFact = { topic: "agent", type: "model-switched", ...at, from: "first", to: "second", reason };
const begun: PerchFact = { topic: "stream", type: "message-start", ...at, messageId };
const thought: PerchFact = { topic: "stream", type: "reasoning-delta", ...at, messageId, text: "Hm. " };
const said: PerchFact = { topic: "stream", type: "message-delta", ...at, messageId, text: "Yes." };

/** Each a second after the one before. */
function viewAfter(...facts: readonly PerchFact[]): RunView | null {
  const events = [start, ...facts].map((fact, index): PerchEvent => ({ ...fact, seq: index + 1, time: index * 1000 }));
  return events.reduce<RunView | null>(reduceRun, null);
}

it("tells until when a model is not asked again, and no longer once it answers", () => {
  expect(viewAfter(retry)?.retry).toEqual({ attempt: 1, until: 6000, message: "Busy." });
  expect(viewAfter(retry, begun)?.retry).toBeNull();
  expect(viewAfter(begun, thought, retry, said)?.retry).toBeNull();
  expect(viewAfter(retry, iteration)?.retry).toBeNull();
});

it("tells which model is asked in place of which, as long as that one is asked", () => {
  const shown = { from: "first", to: "second", reason };
  expect(viewAfter(retry, switched)).toMatchObject({ switched: shown, retry: null, model: "first" });
  expect(viewAfter(switched, retry)).toMatchObject({ switched: shown, retry: { attempt: 1 } });
  expect(viewAfter(switched, begun, said)).toMatchObject({ switched: shown, streaming: { text: "Yes." } });
  expect(viewAfter(switched, iteration)?.switched).toEqual(shown);
});

it.each([retry, switched])("forgets what a request had thought that failed: $type", (fact) => {
  const view = viewAfter(begun, thought, fact, thought, said);
  expect(view?.streaming).toEqual({ messageId, text: "Yes.", reasoning: "Hm. " });
});

it("goes on with a call once it is allowed", () => {
  const { sessionKey, runId } = at;
  const callId = "call";
  const subject = {
    tool: "exec",
    effect: "execute",
    title: "Run",
    body: "",
    bodyKind: "command",
    where: "",
    reason: "",
    reversible: false,
  } as const;
  const approvalId = approvalIdSchema.parse("approval");
  const approval = { approvalId, sessionKey, runId, messageId, callId, subject, requestedAt: 0 };
  const step: PerchFact = {
    topic: "agent",
    type: "tool-start",
    ...at,
    callId,
    tool: "exec",
    title: "x",
    effect: "execute",
    arguments: {},
  };
  const asked: PerchFact = { topic: "approval", type: "approval-request", ...at, approval };
  const allowed: PerchFact = {
    topic: "approval",
    type: "approval-decision",
    ...at,
    approvalId,
    decision: "allow-once",
    by: "user",
  };
  expect(viewAfter(step, asked)?.steps).toMatchObject([{ state: "waiting" }]);
  expect(viewAfter(step, asked, allowed)).toMatchObject({ waitingFor: [], steps: [{ state: "running" }] });
  // Whatever ends the call, nobody is waited for any more.
  const ended: PerchFact = {
    ...at,
    topic: "agent",
    type: "tool-end",
    callId,
    tool: "exec",
    status: "denied",
    durationMs: 0,
  };
  expect(viewAfter(step, asked, ended)).toMatchObject({ waitingFor: [], steps: [{ state: "denied" }] });
  // One that was asked about before it came up waits as it begins, and another one goes on without it.
  const other: PerchFact = { ...step, callId: "other" };
  expect(viewAfter(asked, other, step)?.steps).toMatchObject([{ state: "running" }, { state: "waiting" }]);
  expect(viewAfter(other, asked, step, allowed)?.steps.map(({ state }) => state)).toEqual(["running", "running"]);
});

it("tells how long a model thought before it spoke", () => {
  expect(viewAfter(begun, thought)?.thought).toEqual({ messageId, since: 2000, ms: null });
  expect(viewAfter(begun, thought, thought, said, said)?.thought).toEqual({ messageId, since: 2000, ms: 2000 });
  expect(viewAfter(begun, said)?.thought).toBeNull();
});
