import { expect, it } from "vitest";
import { createAgentBench } from "../../support/agent-bench.ts";

const full = { settings: { approvals: { mode: "full" } } };
const claim = { text: "I have created script.py for you." };
const write = { calls: [{ name: "write_file", arguments: { path: "script.py", content: "print(1)\n" } }] };

it("a claim without a deed is asked about once, and what still claims it is marked", async () => {
  await using bench = await createAgentBench([claim, claim, { text: "more" }], full);
  const end = await bench.ask("make a script");
  expect(end.reason).toBe("answer");
  expect(bench.endpoint.requests).toHaveLength(2);
  expect(bench.endpoint.requests[1]?.body.messages.at(-1)).toMatchObject({ role: "user" });
  expect(JSON.stringify(bench.endpoint.requests[1]?.body.messages.at(-1))).toContain("No file was written");
  const rows = await bench.messages();
  expect(rows.map(({ role }) => role)).toEqual(["user", "assistant", "system", "assistant"]);
  expect(rows.map((row) => row.role === "assistant" && row.unproven === true)).toEqual([false, false, false, true]);
});

it("a model that does it when it is asked is not marked", async () => {
  await using bench = await createAgentBench([claim, write, claim], full);
  await bench.ask("make a script");
  expect(await bench.read("script.py")).toBe("print(1)\n");
  expect((await bench.messages()).some((row) => row.role === "assistant" && row.unproven === true)).toBe(false);
});

it("nothing is asked where it was done in this turn or an earlier one, nor in plan mode", async () => {
  await using bench = await createAgentBench([write, claim, claim, { text: "I have saved other.txt." }], full);
  await bench.ask("make a script");
  await bench.ask("what did you do?");
  expect(bench.endpoint.requests).toHaveLength(3);
  await bench.ask("and now?", { mode: "plan" });
  expect(bench.endpoint.requests).toHaveLength(4);
});
