import { expect, it } from "vitest";
import { contractError } from "../../../src-preload/contract/errors.ts";
import type { MemoryProposal } from "../../../src-preload/contract/knowledge.ts";
import { createProposals } from "../../../src-renderer/state/proposals.ts";
import { createFakeAgent, startClient } from "../../support/fake-agent.ts";

/* Changes of the memory that wait for the person. */

function proposalOf(id: string): MemoryProposal {
  return { id, kind: "add", fact: `fact ${id}`, reason: "setting", author: { kind: "you" }, time: 1 };
}

async function waiting(...ids: readonly string[]) {
  const played = createFakeAgent();
  const proposals = createProposals(played.client);
  await startClient(played, { events: proposals.apply });
  void proposals.load();
  await (await played.asked("memory.proposals")).answer({ proposals: ids.map(proposalOf) });
  const now = proposals.store.getState;
  return { played, proposals, now, left: () => now().waiting.map(({ id }) => id) };
}

it("follows what is proposed, and says why it cannot be read", async () => {
  const { played, now, left } = await waiting("a");
  played.tell({ topic: "memory", type: "proposals-changed" });
  await (await played.asked("memory.proposals")).answer({ proposals: [proposalOf("a"), proposalOf("b")] });
  expect(left()).toEqual(["a", "b"]);
  played.tell({ topic: "memory", type: "proposals-changed" });
  await (await played.asked("memory.proposals")).refuse(contractError("storage", "It cannot be read."));
  expect(now()).toMatchObject({ error: "It cannot be read." });
});

it("sends an answer once however often it is pressed, with the fact as it was edited", async () => {
  const { played, proposals, now, left } = await waiting("a", "b");
  const decided = proposals.decide("a", "accept", "my words");
  void proposals.decide("a", "never");
  expect(now().deciding).toEqual(["a"]);
  const deciding = await played.asked("memory.decide");
  expect(deciding.input).toEqual({ id: "a", decision: "accept", fact: "my words" });
  expect(played.count("memory.decide")).toBe(0);
  await deciding.answer({});
  expect(await decided).toBeNull();
  expect([left(), now().deciding]).toEqual([["b"], []]);
});

it("keeps one that could not be decided, and lets go of one that another window has decided", async () => {
  const { played, proposals, left } = await waiting("a", "b");
  const full = proposals.decide("a", "accept");
  await (await played.asked("memory.decide")).refuse(contractError("storage", "The disk is full."));
  expect(await full).toBe("The disk is full.");
  const gone = proposals.decide("b", "reject");
  await (await played.asked("memory.decide")).refuse(contractError("not-found", "It was decided already."));
  expect(await gone).toBe("It was decided already.");
  expect(left()).toEqual(["a"]);
});

it("accepts all of them in their order, and stops at the first that does not work", async () => {
  const { played, proposals, left } = await waiting("a", "b", "c");
  const all = proposals.acceptAll();
  await (await played.asked("memory.decide")).answer({});
  const second = await played.asked("memory.decide");
  expect(second.input).toEqual({ id: "b", decision: "accept" });
  await second.refuse(contractError("storage", "The disk is full."));
  expect(await all).toBe("The disk is full.");
  expect(left()).toEqual(["b", "c"]);
  expect(played.count("memory.decide")).toBe(0);
});
