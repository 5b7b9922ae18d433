import { describe, expect, it } from "vitest";
import { createOwnEvents } from "../../../src-main/cli/own-events.ts";
import type { PerchEvent } from "../../../src-preload/contract/events.ts";
import { messageIdSchema, runIdSchema, sessionKeySchema } from "../../../src-preload/contract/ids.ts";

const sessionKey = sessionKeySchema.parse("cli:direct");
const mine = messageIdSchema.parse("mine");
const run = (id: string) => runIdSchema.parse(id);

let seq = 0;
function start(runId: string): PerchEvent {
  seq += 1;
  return { topic: "agent", type: "run-start", sessionKey, runId: run(runId), model: "m", resumed: false, seq, time: 0 };
}
function end(runId: string): PerchEvent {
  seq += 1;
  return {
    topic: "agent",
    type: "run-end",
    sessionKey,
    runId: run(runId),
    reason: "answer",
    text: runId,
    usage: null,
    seq,
    time: 0,
  };
}
function added(id: string, runId: string): PerchEvent {
  seq += 1;
  const message = { id: messageIdSchema.parse(id), parentId: null, role: "user" as const, content: id, timestamp: "" };
  return { topic: "session", type: "message-added", sessionKey, runId: run(runId), message, seq, time: 0 };
}

function told(early: readonly PerchEvent[], runId: string | null, later: readonly PerchEvent[]): readonly string[] {
  const seen: string[] = [];
  const own = createOwnEvents(sessionKey, (event) => seen.push(`${event.type} ${"runId" in event ? event.runId : ""}`));
  for (const event of early) own.event(event);
  own.accepted(mine, runId === null ? null : run(runId));
  for (const event of later) own.event(event);
  return seen;
}

describe("the events of one message's run", () => {
  it("hold what came before the answer to the request, and end with their run", () => {
    const seen = told([added("mine", "r1"), start("r1")], "r1", [end("r1"), start("r2")]);
    expect(seen).toEqual(["message-added r1", "run-start r1", "run-end r1"]);
  });

  it("leave out the run that is on while the message waits for its turn", () => {
    const seen = told([start("r1")], null, [end("r1"), added("mine", "r2"), start("r2"), end("r2")]);
    expect(seen).toEqual(["message-added r2", "run-start r2", "run-end r2"]);
  });

  it("leave out a run that was closed a moment before", () => {
    expect(told([end("old"), added("mine", "r1")], "r1", [end("r1")])).toEqual(["message-added r1", "run-end r1"]);
  });
});
