import { expect, it } from "vitest";
import { createQueueWatch } from "../../../src-main/cli/queue-watch.ts";
import type { PerchEvent } from "../../../src-preload/contract/events.ts";
import { messageIdSchema, sessionKeySchema } from "../../../src-preload/contract/ids.ts";

const sessionKey = sessionKeySchema.parse("cli:direct");
const id = (name: string) => messageIdSchema.parse(name);

function changed(names: readonly string[], paused = false): PerchEvent {
  const queue = names.map((name) => ({ id: id(name), content: name, whenBusy: "queue" as const }));
  return { topic: "session", type: "queue-changed", sessionKey, queue, paused, seq: 1, time: 0 };
}

function began(name: string): PerchEvent {
  const message = { id: id(name), parentId: null, role: "user" as const, content: name, timestamp: "" };
  return { topic: "session", type: "message-added", sessionKey, message, seq: 1, time: 0 };
}

const receipt = "receipt";

it.each<[string, readonly (PerchEvent | typeof receipt)[], string]>([
  ["taken out", [changed(["a", "own"]), receipt, changed(["a"])], "removed"],
  ["taken out before the receipt is read", [changed(["own"]), changed([]), receipt], "removed"],
  ["paused", [changed(["own"]), receipt, changed(["own"], true)], "paused"],
  ["paused by a process that found it, before it was sent", [changed(["own"], true), receipt], "still waiting"],
  ["begun", [changed(["own"]), receipt, began("own"), changed([]), changed(["b"], true)], "still waiting"],
  ["begun before the receipt is read", [changed(["own"]), began("own"), changed([]), receipt], "still waiting"],
  ["begun anew under a marked id", [receipt, began("own."), changed([])], "still waiting"],
  ["not in the queue yet", [receipt, changed(["a"])], "still waiting"],
])("a message that is %s", async (_, events, expected) => {
  const watch = createQueueWatch(sessionKey, id("own"));
  let fate = "still waiting";
  for (const event of events) {
    if (event === receipt) void watch.leaves().then((how) => (fate = how));
    else watch.event(event);
  }
  await Promise.resolve();
  expect(fate).toBe(expected);
});
