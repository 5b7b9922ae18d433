import { expect, it, onTestFinished } from "vitest";
import { sessionKeySchema } from "../../../src-preload/contract/ids.ts";
import { createAgentBench } from "../../support/agent-bench.ts";
import { terminal, value } from "../../support/test-home.ts";

const prices = { "custom/scripted": { input: 2, output: 10, cachedInput: 1 } };
const all = { from: 0, to: Date.UTC(2100, 0, 1) };

async function bench(usage: { prompt: number; completion: number; cached?: number }) {
  const made = await createAgentBench(() => ({ text: "An answer.", usage }));
  onTestFinished(() => made[Symbol.asyncDispose]());
  const set = async (patch: object) => value(await made.client.request("settings.update", { patch: { ...patch } }));
  await set({ prices });
  const askIn = async (chat: string) => {
    const sessionKey = sessionKeySchema.parse(chat);
    const sent = value(
      await made.client.request("chat.send", { sessionKey, text: `in ${chat}`, workFolder: made.home.work }),
    );
    if (sent.kind !== "started") throw new Error(sent.kind);
    return made.endOf(sent.runId);
  };
  return { ...made, set, askIn };
}

it("adds up what was used, by model, by chat and by day", async () => {
  const { client, askIn } = await bench({ prompt: 1_000_000, completion: 100_000 });
  await askIn("cli:one");
  await askIn("cli:one");
  await askIn("cli:two");
  const byModel = value(await client.request("usage.report", all));
  expect(byModel.totals).toMatchObject({
    calls: 3,
    inputTokens: 3_000_000,
    outputTokens: 300_000,
    cost: 9,
    unpriced: 0,
  });
  expect(byModel.rows).toMatchObject([{ key: "custom/scripted", runs: 3, cost: 9 }]);
  expect(byModel.days).toMatchObject([{ tokens: { custom: 3_300_000 }, cost: 9 }]);
  expect(byModel.pricesOf).toMatch(/^\d{4}-\d{2}-\d{2}$/);
  const byChat = value(await client.request("usage.report", { ...all, by: "chat" }));
  expect(byChat.rows).toMatchObject([
    { key: "cli:one", title: "in cli:one", runs: 2, cost: 6 },
    { key: "cli:two", title: "in cli:two", runs: 1, cost: 3 },
  ]);
  expect(value(await client.request("usage.report", { ...all, by: "automation" })).rows).toEqual([]);
  expect(value(await client.request("usage.report", { from: 0, to: 1 })).totals.calls).toBe(0);
});

it("tells what long prompts cost and what the cache saved of them, as the ledger has it", async () => {
  const long = [{ above: 100_000, input: 4, output: 15, cachedInput: 0.5 }];
  const { set, askIn, client } = await bench({ prompt: 100_001, completion: 1000, cached: 80_000 });
  await set({ prices: { "custom/scripted": { input: 2, output: 10, cachedInput: 0.25, long } } });
  await askIn("cli:one");
  await askIn("cli:two");
  const report = value(await client.request("usage.report", all));
  const { csv } = value(await client.request("usage.export", all));
  const costs = csv
    .split("\r\n")
    .slice(1, -1)
    .map((line) => Number(line.split(",")[10]));
  expect(costs).toEqual([0.135004, 0.135004].map((cost) => expect.closeTo(cost, 9)));
  expect(report.totals.cost).toBeCloseTo(0.270008, 9);
  expect(report.rows).toMatchObject([{ cost: expect.closeTo(0.270008, 9), price: { input: 2, long } }]);
  // 160,000 tokens at $3.50 less a million.
  expect(report.totals.saved).toBeCloseTo(0.56, 9);
});

it("holds a limit in money", async () => {
  const { set, askIn, client } = await bench({ prompt: 100_000, completion: 10_000 });
  await set({ budgets: { day: { money: 0.5 } } });
  const ends = [await askIn("cli:one"), await askIn("cli:one"), await askIn("cli:two")];
  expect(ends.map((end) => end.reason)).toEqual(["answer", "answer", "budget"]);
  expect(ends[2]?.text).toContain("$0.50");
  const report = value(await client.request("usage.report", all));
  expect(report.totals.cost).toBeCloseTo(0.6);
  expect(report.budgets).toMatchObject([{ scope: "day", unit: "money", limit: 0.5, share: 1.2 }]);
});

it("shows the largest chat and run against their limits", async () => {
  const { set, askIn, client } = await bench({ prompt: 1000, completion: 100 });
  await set({ budgets: { chat: { tokens: 10_000 }, run: { tokens: 2200 } } });
  await askIn("cli:one");
  await askIn("cli:one");
  await askIn("cli:two");
  const { largestChat, largestRun } = value(await client.request("usage.report", all));
  expect(largestChat).toMatchObject({ scope: "chat", used: 2200, share: 0.22 });
  expect(largestRun).toMatchObject({ scope: "run", used: 1100, share: 0.5 });
});

it("gives every call as CSV, with nothing in it that a table program would run", async () => {
  const { askIn, client } = await bench({ prompt: 1000, completion: 100 });
  await askIn('cli:=1+1,"x"');
  const { csv } = value(await client.request("usage.export", all));
  const [head, line, ...rest] = csv.split("\r\n");
  expect(head).toMatch(/^time,sessionKey,runId,purpose,model,inputTokens/);
  expect(line).toContain('"cli:=1+1,""x"""');
  expect(line).toContain("custom/scripted,1000,100,0,0,false,0.003,");
  expect(rest).toEqual([""]);
});

it("knows the prices of the settings before any model is asked", async () => {
  const { home, assistant, askIn } = await bench({ prompt: 1_000_000, completion: 100_000 });
  await askIn("cli:one");
  await assistant.close();
  const next = home.open().connect(terminal);
  const report = value(await next.request("usage.report", all));
  expect(report.rows).toMatchObject([{ key: "custom/scripted", price: { input: 2, output: 10 } }]);
});

it("counts with the price of the provider's own list where the settings say none, also after a restart", async () => {
  const listed = { pricing: { prompt: "0.000002", completion: "0.00001" } };
  await using made = await createAgentBench(
    () => ({ text: "An answer.", usage: { prompt: 1_000_000, completion: 100_000 } }),
    { endpointOptions: { listed } },
  );
  // So long that the window must be known first, and with it comes the price.
  await made.ask("hello ".repeat(3000));
  const call = await made.seen.until("usage-changed");
  expect(call.call.cost).toBe(3);
  await made.assistant.close();
  const next = made.home.open().connect(terminal);
  const report = value(await next.request("usage.report", all));
  expect(report.rows).toMatchObject([{ cost: 3, price: { input: 2, output: 10 } }]);
});
