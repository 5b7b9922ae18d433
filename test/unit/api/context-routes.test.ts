import { expect, it, onTestFinished } from "vitest";
import { createAgentBench } from "../../support/agent-bench.ts";
import { value } from "../../support/test-home.ts";

async function bench(...[script, options]: Parameters<typeof createAgentBench>) {
  const made = await createAgentBench(script, options);
  onTestFinished(() => made[Symbol.asyncDispose]());
  return {
    ...made,
    describe: async () => value(await made.client.request("context.describe", { sessionKey: made.key })),
  };
}

it("describes the last request by its parts, which add up", async () => {
  const { ask, describe } = await bench([{ text: "one" }, { text: "two" }]);
  await ask("first question");
  const first = await describe();
  await ask("a second question that is a good deal longer than the first one");
  const second = await describe();
  const tokensOf = (report: typeof first, kind: string) =>
    report.parts.filter((part) => part.kind === kind).reduce((sum, part) => sum + part.tokens, 0);
  expect(first.parts.map((part) => part.name)).toEqual([
    "identity",
    "skill-list",
    "session",
    "tools",
    "history",
    "message",
  ]);
  expect(tokensOf(first, "history")).toBe(0);
  expect(tokensOf(second, "history")).toBeGreaterThan(tokensOf(first, "message"));
  expect(tokensOf(second, "message")).toBeGreaterThan(tokensOf(first, "message"));
  expect(tokensOf(second, "prompt")).toBe(tokensOf(first, "prompt"));
  expect(second.totalTokens).toBe(second.parts.reduce((sum, part) => sum + part.tokens, 0));
  expect(second).toMatchObject({ windowTokens: 32_768, droppedMessages: 0, shortenedResults: 0 });
});

it("describes what would be sent while nothing was, also without a model", async () => {
  const { client, describe } = await bench([]);
  value(await client.request("settings.update", { patch: { agents: { defaults: { model: null } } } }));
  const { key } = value(await client.request("session.create", {})).summary;
  const report = value(await client.request("context.describe", { sessionKey: key }));
  expect(report.parts.find((part) => part.kind === "tools")?.tokens).toBeGreaterThan(100);
  expect(report.parts.find((part) => part.kind === "message")?.tokens).toBe(0);
  await expect(describe()).rejects.toThrow();
});

it("counts what was left out and what was shortened", async () => {
  const long = "word ".repeat(1500);
  const { ask, write, describe } = await bench(
    (_request, index) =>
      index % 2 === 0 ? { calls: [{ name: "read_file", arguments: { path: "long.txt" } }] } : { text: long },
    { defaults: { contextWindow: 12_000, maxTokens: 1000 } },
  );
  await write("long.txt", "line\n".repeat(1200));
  for (const question of ["one", "two", "three", "four"]) await ask(question);
  const report = await describe();
  expect(report.shortenedResults).toBeGreaterThan(0);
  expect(report.droppedMessages).toBeGreaterThan(0);
  expect(report.totalTokens).toBeLessThan(report.windowTokens);
});
