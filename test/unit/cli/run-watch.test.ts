import { expect, it } from "vitest";
import { watchSession } from "../../../src-main/cli/run-watch.ts";
import type { Connection } from "../../../src-preload/contract/connection.ts";
import type { Delivery, PerchFact } from "../../../src-preload/contract/events.ts";
import { approvalIdSchema, runIdSchema, sessionKeySchema } from "../../../src-preload/contract/ids.ts";
import { ok } from "../../../src-preload/contract/result.ts";

const own = sessionKeySchema.parse("cli:own");
const other = sessionKeySchema.parse("cli:other");
const runId = runIdSchema.parse("r");

it("gives what other chats ask, and what ends that, to nobody who did not ask for it", async () => {
  let deliver: (delivery: Delivery) => void = () => undefined;
  const connection: Pick<Connection, "subscribe" | "onClose"> = {
    async subscribe(_, listener) {
      deliver = listener;
      return ok({ epoch: "e", seq: 0, reset: false });
    },
    onClose: () => () => undefined,
  };
  const [alone, both, others]: [string[], string[], string[]] = [[], [], []];
  const decision = { approvalId: approvalIdSchema.parse("a"), decision: "deny" as const, by: "x" };
  const facts = (sessionKey: typeof own): readonly PerchFact[] => [
    { topic: "approval", type: "approval-decision", sessionKey, runId, ...decision },
    { topic: "agent", type: "run-start", sessionKey, runId, model: "p/m", resumed: false },
    { topic: "agent", type: "run-end", sessionKey, runId, reason: "answer", text: "", usage: null },
  ];
  const tell = (): void => {
    for (const [seq, fact] of [...facts(own), ...facts(other)].entries()) {
      deliver({ kind: "event", event: { ...fact, seq, time: 0 } });
    }
  };
  await watchSession(connection, own, { onEvent: ({ type }) => void alone.push(type) });
  tell();
  await watchSession(connection, own, {
    onEvent: ({ type }) => void both.push(type),
    onOther: ({ type }) => void others.push(type),
  });
  tell();
  expect(alone).toEqual(["approval-decision", "run-start", "run-end"]);
  expect(both).toEqual(alone);
  expect(others).toEqual(["approval-decision", "run-end"]);
});
