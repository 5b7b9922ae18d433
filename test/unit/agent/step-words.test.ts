import { expect, it } from "vitest";
import { createAgentBench } from "../../support/agent-bench.ts";

const call = { name: "grep", arguments: { path: "notes", pattern: "tea" }, id: "c1" };
const words = { doing: "step.doing.search", done: "step.searched", object: "pattern" };

it("tells the words of a step as it begins and keeps them with the reply, and no model sees them", async () => {
  await using bench = await createAgentBench([{ calls: [call] }, { text: "none" }]);
  await bench.ask("find tea");
  const begun = bench.seen.events.find((event) => event.type === "tool-start");
  expect(begun).toMatchObject({ tool: "grep", title: "tea", words });
  const reply = (await bench.messages()).find((message) => message.role === "assistant");
  expect(reply).toMatchObject({ tool_calls: [{ id: "c1" }], steps: [{ callId: "c1", words }] });
  expect(bench.endpoint.requests).toHaveLength(2);
  expect(JSON.stringify(bench.endpoint.requests.map(({ body }) => body))).not.toContain("step.");
});

it("tells none of a tool that there is not", async () => {
  await using bench = await createAgentBench([{ calls: [{ ...call, name: "look_up" }] }, { text: "sorry" }]);
  await bench.ask("find tea");
  const begun = bench.seen.events.find((event) => event.type === "tool-start");
  expect(begun).toMatchObject({ tool: "look_up", title: "" });
  expect(begun).not.toHaveProperty("words");
  const reply = (await bench.messages()).find((message) => message.role === "assistant");
  expect(reply).not.toHaveProperty("steps");
});
