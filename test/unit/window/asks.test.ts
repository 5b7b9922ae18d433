import { expect, it } from "vitest";
import { contractError } from "../../../src-preload/contract/errors.ts";
import type { PerchFact } from "../../../src-preload/contract/events.ts";
import { sessionKeySchema } from "../../../src-preload/contract/ids.ts";
import { createAskActs } from "../../../src-renderer/state/ask-acts.ts";
import { asksOf, createAsks } from "../../../src-renderer/state/asks.ts";
import { createFakeAgent, startClient } from "../../support/fake-agent.ts";
import { askOf } from "../../support/mcp/asks.ts";
import { key } from "../../support/window-facts.ts";

/* What servers ask of the person, as the window keeps it. */

const { sessionKey } = askOf("any");
const opened = (id: string): PerchFact => ({ topic: "mcp", type: "ask-opened", sessionKey, ask: askOf(id) });
const closed = (id: string): PerchFact => ({ topic: "mcp", type: "ask-closed", sessionKey, id, action: "cancel" });

async function listed(...ids: readonly string[]) {
  const played = createFakeAgent();
  const told: string[] = [];
  const kept = createAsks(played.client, (words) => void told.push(words));
  const asks = { ...kept, ...createAskActs(kept) };
  await startClient(played, { events: asks.apply });
  const loading = asks.reset();
  const list = await played.asked("ask.list");
  played.tell(opened("late"), closed("gone"));
  await list.answer({ asks: [...ids, "gone"].map((id) => askOf(id)) });
  await loading;
  const now = () => asks.store.getState();
  return { played, asks, told, now, ids: () => now().asks.map(({ id }) => id) };
}

it("has those that wait, with what was opened and closed while the list was on its way", async () => {
  const { played, ids } = await listed("a");
  expect(ids()).toEqual(["a", "late"]);
  played.tell(opened("late"), opened("b"), closed("a"));
  expect(ids()).toEqual(["late", "b"]);
});

it("answers once, and forgets what was typed when the agent says that it is over", async () => {
  const { played, asks, now } = await listed("a");
  asks.type("a", { name: "Ada" });
  void asks.answer("a", "accept", { wishes: ["w"] });
  void asks.answer("a", "decline");
  const sent = await played.asked("ask.answer");
  expect(sent.input).toEqual({ id: "a", action: "accept", values: { wishes: ["w"] } });
  await sent.answer({});
  expect(played.count("ask.answer")).toBe(0);
  expect([now().answered, now().typed]).toEqual([["a"], { a: { name: "Ada" } }]);
  played.tell(closed("a"));
  expect([now().answered, now().typed]).toEqual([[], {}]);
});

it("shows a value that was refused at its field, until it is typed anew; another failure is told", async () => {
  const { played, asks, told, now } = await listed("a");
  void asks.answer("a", "accept");
  const refusal = contractError("invalid-input", "At most 8 is taken", { field: "guests" });
  await (await played.asked("ask.answer")).refuse(refusal);
  expect([now().refused, now().answered]).toEqual([{ a: { field: "guests", words: "At most 8 is taken" } }, []]);
  asks.type("a", { guests: 3 });
  expect(now().refused).toEqual({});
  void asks.answer("a", "accept");
  await (await played.asked("ask.answer")).refuse(contractError("internal", "It broke"));
  expect(told).toEqual(["It broke"]);
  void asks.answer("a", "accept");
  await (await played.asked("ask.answer")).refuse(contractError("not-found", "Nothing waits"));
  expect(told).toHaveLength(1);
});

it("are of the chat that they are for, and of the chat that asked for its sub-agent", () => {
  const there = sessionKeySchema.parse("desktop:b");
  const all = [askOf("one", { sessionKey: key }), askOf("two", { parent: key }), askOf("three", { sessionKey: there })];
  expect(asksOf(all, key).map(({ id }) => id)).toEqual(["one", "two"]);
});
