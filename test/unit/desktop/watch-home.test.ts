import { expect, it } from "vitest";
import { watchHome } from "../../../src-main/desktop/watch-home.ts";
import type { Connection } from "../../../src-preload/contract/connection.ts";
import type { Delivery, PerchFact } from "../../../src-preload/contract/events.ts";
import { ok } from "../../../src-preload/contract/result.ts";
import { eventOf, key, rowOf, runId } from "../../support/window-facts.ts";

/* What is heard while a part of the home is read counts, whatever the answer says of it. */

const runEnd: PerchFact = {
  topic: "agent",
  type: "run-end",
  sessionKey: key,
  runId,
  reason: "answer",
  text: "",
  usage: null,
};

function chatIs(state: "running" | "idle"): PerchFact {
  return { topic: "session", type: "session-changed", sessionKey: key, summary: rowOf(state), chosen: {} };
}

/** A home whose answers of one route come only when the test gives them. */
function watched(slowRoute: string) {
  const waiting: (() => void)[] = [];
  let tell: (delivery: Delivery) => void = () => undefined;
  const values: Readonly<Record<string, unknown>> = {
    "session.list": { sessions: [rowOf("running")], cursor: null },
    "approval.list": { approvals: [] },
    "ask.list": { asks: [] },
    "memory.proposals": { proposals: [] },
    "inbox.list": { reports: [] },
    "job.list": { jobs: [], pause: null },
    "heartbeat.describe": { next: null, running: null },
  };
  const connection: Connection = {
    // The shell reads what these routes answer, as far as it is here.
    request: ((route: string) => {
      const answer = ok(values[route]);
      if (route !== slowRoute) return Promise.resolve(answer);
      return new Promise((resolve) => waiting.push(() => resolve(answer)));
    }) as never,
    async subscribe(_topics, listener) {
      tell = listener;
      return ok({ epoch: "one", seq: 1, reset: false });
    },
    onClose: () => () => undefined,
    close: async () => undefined,
  };
  const home = watchHome({ connection, changed: () => undefined, heard: () => undefined });
  return {
    home,
    says: (fact: PerchFact) => tell({ kind: "event", event: eventOf(fact) }),
    answers: () => waiting.splice(0).forEach((answer) => void answer()),
    asked: () => expect.poll(() => waiting.length),
  };
}

it("a chat that ends while the list of chats is on its way is not running afterwards", async () => {
  const { home, says, answers, asked } = watched("session.list");
  await asked().toBe(1);
  says(chatIs("idle"));
  answers();
  await home.ready;
  expect(home.facts.chats).toEqual([rowOf("idle")]);
});

it("a chat that ends while another part is read is not running afterwards", async () => {
  const { home, says, answers, asked } = watched("approval.list");
  await asked().toBe(1);
  answers();
  await home.ready;
  expect(home.facts.chats).toEqual([rowOf("running")]);
  says(runEnd);
  await asked().toBe(1);
  says(chatIs("idle"));
  answers();
  await expect.poll(() => home.facts.approvals).toEqual([]);
  await new Promise((resolve) => setImmediate(resolve));
  expect(home.facts.chats).toEqual([rowOf("idle")]);
});
