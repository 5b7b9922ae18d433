import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { sessionKeySchema } from "../../../src-preload/contract/ids.ts";
import { ledgerLineSchema } from "../../../src-preload/contract/usage.ts";
import { createAgentBench, gate } from "../../support/agent-bench.ts";
import { terminal, value } from "../../support/test-home.ts";

async function bench(...args: Parameters<typeof createAgentBench>) {
  const made = await createAgentBench(...args);
  onTestFinished(() => made[Symbol.asyncDispose]());
  const limit = async (budgets: object) => value(await made.client.request("settings.update", { patch: { budgets } }));
  return { ...made, limit };
}

type Bench = Awaited<ReturnType<typeof bench>>;

async function ledger(made: Bench) {
  await made.assistant.close();
  return linesOf(made);
}

async function linesOf({ home }: Bench) {
  const month = new Date().toISOString().slice(0, 7);
  const text = await readFile(join(home.host.paths.home, "ledger", `${month}.jsonl`), "utf8");
  return text
    .trim()
    .split("\n")
    .map((line) => ledgerLineSchema.parse(JSON.parse(line)));
}

const used = (tokens: number) => ({ prompt: tokens - 10, completion: 10 });

describe("the ledger", () => {
  it("has a line for each call, and its sums are those of the transcript", async () => {
    const made = await bench([
      {
        text: "I look.",
        calls: [{ name: "list_dir", arguments: { path: "." } }],
        usage: { prompt: 900, completion: 20 },
      },
      { text: "Done.", usage: { prompt: 1000, completion: 30 } },
      { text: "No count came with this.", usage: null },
    ]);
    const first = await made.ask("look");
    const second = await made.ask("again");
    const messages = await made.messages();
    const lines = await ledger(made);
    expect(lines).toMatchObject([
      { inputTokens: 900, outputTokens: 20, estimated: false, model: "custom/scripted", purpose: "chat", error: null },
      { inputTokens: 1000, outputTokens: 30, runId: first.runId },
      { estimated: true, runId: second.runId },
    ]);
    const sum = lines.reduce(
      (all, line) => all + (line._type === "call" ? line.inputTokens + line.outputTokens : 0),
      0,
    );
    expect((first.usage?.totalTokens ?? 0) + (second.usage?.totalTokens ?? 0)).toBe(sum);
    const written = messages.reduce(
      (all, message) => all + (message.role === "assistant" ? (message.usage?.totalTokens ?? 0) : 0),
      0,
    );
    expect(written).toBe(sum);
    expect(made.seen.events.filter((event) => event.type === "usage-changed")).toHaveLength(3);
  });

  it("counts a failed call, and nothing for it", async () => {
    const made = await bench([{ status: 401, body: { error: { message: "no" } } }]);
    await made.ask("hello");
    expect(await ledger(made)).toMatchObject([{ inputTokens: 0, outputTokens: 0, cost: 0, error: "auth" }]);
  });
});

describe("a run that the end of the process cut off", () => {
  it("is looked up in the transcript, and what the ledger lacks is written, once", async () => {
    const never = gate();
    const made = await bench(async (_, index) => {
      if (index > 0) await never.opened;
      return { calls: [{ name: "list_dir", arguments: { path: "." } }], usage: used(500) };
    });
    await made.send("work");
    await made.seen.until("tool-end");
    for (let start = 0; start < 2; start += 1) {
      const next = made.home.open().connect(terminal);
      value(await next.request("session.open", { sessionKey: made.key }));
    }
    expect(await linesOf(made)).toMatchObject([{ inputTokens: 490, outputTokens: 10, model: "custom/scripted" }]);
    never.open();
  });

  it("is written as the call itself would have been: with its price and where the model runs", async () => {
    const sleep = { name: "exec", arguments: { command: "sleep 30" }, id: "c" };
    const made = await bench([{ calls: [sleep], usage: { prompt: 2000, completion: 30 } }]);
    const prices = { "custom/scripted": { input: 2, output: 10 } };
    value(await made.client.request("settings.update", { patch: { prices } }));
    await made.limit({ run: { money: 5 } });
    await made.send("go", { mode: "full" });
    await made.seen.until("tool-start");
    const own = await linesOf(made);
    expect(own).toMatchObject([{ isLocal: true, cost: 0.0043, inputTokens: 2000 }]);
    await rm(join(made.home.host.paths.home, "ledger"), { recursive: true });
    const next = made.home.open().connect(terminal);
    value(await next.request("session.open", { sessionKey: made.key }));
    const unknown = { time: expect.any(String), durationMs: 0, firstTokenMs: null };
    expect(await linesOf(made)).toEqual(own.map((line) => ({ ...line, ...unknown })));
  });
});

/** A hundred times as dear above a length that every prompt of these tests has. */
const dear = { input: 1, output: 1, long: [{ above: 100, input: 100, output: 100 }] };

describe("a prompt that is longer than its model's usual price holds for", () => {
  it("is written with the dearer price, also by a process after the one that made the call", async () => {
    const sleep = { name: "exec", arguments: { command: "sleep 30" }, id: "c" };
    const made = await bench([{ calls: [sleep], usage: { prompt: 1001, completion: 9 } }]);
    value(await made.client.request("settings.update", { patch: { prices: { "custom/scripted": dear } } }));
    await made.limit({ run: { money: 5 } });
    await made.send("go", { mode: "full" });
    await made.seen.until("tool-start");
    expect(await linesOf(made)).toMatchObject([{ inputTokens: 1001, cost: 0.101 }]);
    await rm(join(made.home.host.paths.home, "ledger"), { recursive: true });
    const next = made.home.open().connect(terminal);
    value(await next.request("session.open", { sessionKey: made.key }));
    expect(await linesOf(made)).toMatchObject([{ inputTokens: 1001, cost: 0.101 }]);
  });

  it("holds a budget in money to within one call, under runs at the same time", async () => {
    const all = gate();
    const made = await bench(
      async () => {
        await all.opened;
        return { text: "An answer.", usage: { prompt: 1000, completion: 0 } };
      },
      { defaults: { maxTokens: 100 } },
    );
    value(await made.client.request("settings.update", { patch: { prices: { "custom/scripted": dear } } }));
    await made.limit({ day: { money: 1 } });
    const runs = Array.from({ length: 20 }, async (_, index) => {
      const sessionKey = sessionKeySchema.parse(`cli:chat-${index}`);
      const sent = value(
        await made.client.request("chat.send", { sessionKey, text: "go", workFolder: made.home.work }),
      );
      return sent.kind === "started" ? made.endOf(sent.runId) : null;
    });
    all.open();
    const reasons = (await Promise.all(runs)).map((end) => end?.reason);
    const spent = (await ledger(made)).reduce((sum, line) => sum + (line._type === "call" ? (line.cost ?? 0) : 0), 0);
    expect(reasons).toContain("budget");
    expect(spent).toBeGreaterThan(1 - 0.1);
    expect(spent).toBeLessThan(1 + 0.1 + 0.01);
  });
});

describe("a budget", () => {
  it("warns once at 80 %, stops at 100 % with the ways on, and goes on when it is allowed", async () => {
    const made = await bench(() => ({ text: "An answer.", usage: used(500) }));
    await made.limit({ day: { tokens: 1000 } });
    await made.ask("one");
    expect(made.seen.events.some((event) => event.type === "budget-warning")).toBe(false);
    expect(await made.ask("two")).toMatchObject({ reason: "answer" });
    expect(made.seen.events.filter((event) => event.type === "budget-warning")).toMatchObject([
      { budget: { scope: "day", unit: "tokens", used: 1000, share: 1 }, message: expect.stringContaining("100 %") },
    ]);
    const stopped = await made.ask("three");
    expect(stopped).toMatchObject({ reason: "budget", error: { code: "budget", scope: "day" } });
    expect(stopped.text).toContain("1,000 tokens");
    expect((await made.messages()).at(-1)).toMatchObject({ role: "assistant", content: stopped.text });
    expect(made.endpoint.requests).toHaveLength(2);
    const allowed = value(await made.client.request("usage.allow", { sessionKey: made.key, scope: "day" }));
    expect(allowed.budgets).toMatchObject([{ limit: 2000, used: 1000, allowed: true }]);
    const { runId } = value(await made.client.request("chat.resume", { sessionKey: made.key }));
    expect(await made.endOf(runId)).toMatchObject({ reason: "answer" });
    expect(made.endpoint.requests).toHaveLength(3);
  });

  it("gives as much again from what is used, for the limit that is used up alone, and once", async () => {
    const made = await bench(() => ({ text: "An answer.", usage: used(5000) }));
    await made.ask("one");
    await made.limit({ day: { tokens: 1000, money: 3 } });
    expect(await made.ask("two")).toMatchObject({ reason: "budget" });
    const allow = () => made.client.request("usage.allow", { sessionKey: made.key, scope: "day" });
    await Promise.all([allow(), allow()]);
    const { budgets } = value(await allow());
    expect(budgets).toMatchObject([
      { unit: "tokens", used: 5000, limit: 6000, allowed: true },
      { unit: "money", limit: 3, allowed: false },
    ]);
    const { runId } = value(await made.client.request("chat.resume", { sessionKey: made.key }));
    expect(await made.endOf(runId)).toMatchObject({ reason: "answer" });
  });

  it("tells the model how much is left, and says nothing where there is no limit", async () => {
    const made = await bench(() => ({ text: "Yes.", usage: used(100) }));
    await made.ask("one");
    await made.limit({ chat: { tokens: 5000 } });
    await made.ask("two");
    const said = made.endpoint.requests.map(({ body }) => String(body.messages.at(-1)?.content));
    expect(said[0]).not.toContain("<budget>");
    expect(said[1]).toContain("<budget>chat: 4,900 tokens of 5,000 tokens left</budget>");
  });

  it("of a run ends the run between its calls, and the next run begins anew", async () => {
    const call = { calls: [{ name: "list_dir", arguments: { path: "." } }], usage: used(400) };
    const made = await bench((_, index) => (index < 3 ? call : { text: "Done.", usage: used(400) }));
    await made.limit({ run: { tokens: 1000 } });
    expect(await made.ask("work")).toMatchObject({ reason: "budget", error: { scope: "run" } });
    expect(made.endpoint.requests).toHaveLength(3);
    expect(await made.ask("again")).toMatchObject({ reason: "answer" });
  });

  it("holds to within one call under runs at the same time", async () => {
    const all = gate();
    const made = await bench(
      async () => {
        await all.opened;
        return { text: "An answer.", usage: used(300) };
      },
      { defaults: { maxTokens: 100 } },
    );
    await made.limit({ day: { tokens: 2000 } });
    const runs = Array.from({ length: 20 }, async (_, index) => {
      const sessionKey = sessionKeySchema.parse(`cli:chat-${index}`);
      const sent = value(
        await made.client.request("chat.send", { sessionKey, text: "go", workFolder: made.home.work }),
      );
      return sent.kind === "started" ? made.endOf(sent.runId) : null;
    });
    all.open();
    const reasons = (await Promise.all(runs)).map((end) => end?.reason);
    const tokens = (await ledger(made)).reduce(
      (sum, line) => sum + (line._type === "call" ? line.inputTokens + line.outputTokens : 0),
      0,
    );
    expect(reasons.filter((reason) => reason === "answer").length).toBeGreaterThanOrEqual(6);
    expect(reasons.filter((reason) => reason === "budget").length).toBeGreaterThan(0);
    expect(tokens).toBeGreaterThanOrEqual(2000 - 300);
    expect(tokens).toBeLessThan(2000 + 300 + 1);
  });

  it("counts what earlier processes used, and a chat's over all its months", async () => {
    const made = await bench(() => ({ text: "An answer.", usage: used(600) }));
    await made.ask("one");
    await made.assistant.close();
    const again = made.home.open().connect({ channel: "cli", senderId: "user", place: "terminal" });
    value(await again.request("settings.update", { patch: { budgets: { chat: { tokens: 1200 } } } }));
    const { budgets } = value(await again.request("usage.budgets", { sessionKey: made.key }));
    expect(budgets).toMatchObject([{ scope: "chat", used: 600, limit: 1200, share: 0.5 }]);
  });
});

const priced = { input: 1, output: 10, cachedInput: 0.1, cacheWrite: 1.25 };
/** How providers count, and what that costs by the price above, in millionths of a dollar. */
const shapes: readonly (readonly [name: string, wireUsage: object, cost: number])[] = [
  [
    "openai",
    { prompt_tokens: 1000, completion_tokens: 50, total_tokens: 1050, prompt_tokens_details: { cached_tokens: 600 } },
    400 + 60 + 500,
  ],
  [
    "xai",
    {
      prompt_tokens: 10_000,
      completion_tokens: 400,
      total_tokens: 11_000,
      completion_tokens_details: { reasoning_tokens: 600 },
    },
    10_000 + 10_000,
  ],
  [
    "anthropic",
    { input_tokens: 100, output_tokens: 50, cache_read_input_tokens: 800, cache_creation_input_tokens: 100 },
    100 + 80 + 125 + 500,
  ],
  [
    "deepseek",
    { prompt_tokens: 1000, completion_tokens: 50, total_tokens: 1050, prompt_cache_hit_tokens: 900 },
    100 + 90 + 500,
  ],
  ["openrouter", { prompt_tokens: 1000, completion_tokens: 50, total_tokens: 1050, cost: 0.0077 }, 7700],
];

/** Sends a message to so many chats at once, and answers how each run ended. */
async function atOnce(made: Bench, count: number, text: (index: number) => string): Promise<readonly string[]> {
  const runs = Array.from({ length: count }, async (_, index) => {
    const sessionKey = sessionKeySchema.parse(`cli:chat-${index}`);
    const message = { sessionKey, text: text(index), workFolder: made.home.work };
    const sent = value(await made.client.request("chat.send", message));
    return sent.kind === "started" ? (await made.endOf(sent.runId)).reason : "not started";
  });
  return Promise.all(runs);
}

async function spentIn(made: Bench): Promise<number> {
  return (await ledger(made)).reduce((sum, line) => sum + (line._type === "call" ? (line.cost ?? 0) : 0), 0);
}

describe("what providers count in different ways", () => {
  it("comes to what they charge, for calls at the same time", async () => {
    const made = await bench(({ body }) => {
      const [, wireUsage = {}] =
        shapes.find(([name]) => JSON.stringify(body.messages.at(-1)).includes(`shape ${name}`)) ?? [];
      return { text: "Yes.", wireUsage };
    });
    value(await made.client.request("settings.update", { patch: { prices: { "custom/scripted": priced } } }));
    await made.limit({ day: { money: 5 } });
    await atOnce(made, shapes.length, (index) => `shape ${shapes[index]?.[0]}`);
    const period = { from: 0, to: Date.now() + 60_000 };
    const report = value(await made.client.request("usage.report", { ...period, by: "model" }));
    const expected = shapes.reduce((sum, [, , cost]) => sum + cost, 0) / 1e6;
    expect(report.totals.cost).toBeCloseTo(expected, 9);
    expect(report.budgets).toMatchObject([{ unit: "money", used: expect.closeTo(expected, 9) }]);
    expect(report.rows).toMatchObject([{ cacheWriteTokens: 100, reasoningTokens: 600 }]);
    expect(await spentIn(made)).toBeCloseTo(expected, 9);
  });

  it("a gateway on this computer that charges is not free, and holds a limit to within one call", async () => {
    const made = await bench(
      () => ({ text: "Yes.", wireUsage: { prompt_tokens: 1000, completion_tokens: 9, cost: 0.4 } }),
      {
        defaults: { maxTokens: 100 },
      },
    );
    await made.limit({ day: { money: 1 } });
    expect(await made.ask("first")).toMatchObject({ reason: "answer" });
    const reasons = await atOnce(made, 8, () => "go");
    expect(reasons).toContain("budget");
    const lines = await ledger(made);
    expect(lines[0]).toMatchObject({ isLocal: false, charged: true, cost: 0.4 });
    const spent = lines.reduce((sum, line) => sum + (line._type === "call" ? (line.cost ?? 0) : 0), 0);
    expect(spent).toBeGreaterThanOrEqual(1);
    expect(spent).toBeLessThan(1 + 0.4);
  });
});

describe("a message that steers a run", () => {
  it("tells what is left too", async () => {
    const asked = gate();
    const made = await bench(async (_, index) => {
      if (index === 0) await asked.opened;
      return index === 0
        ? { calls: [{ name: "list_dir", arguments: { path: "." } }], usage: used(500) }
        : { text: "Done.", usage: used(100) };
    });
    await made.limit({ day: { tokens: 5000 } });
    const sent = await made.send("work");
    await made.endpoint.request(0);
    value(
      await made.client.request("chat.send", {
        sessionKey: made.key,
        text: "also this",
        workFolder: made.home.work,
        whenBusy: "steer",
      }),
    );
    asked.open();
    if (sent.kind === "started") await made.endOf(sent.runId);
    const last = JSON.stringify(made.endpoint.requests[1]?.body.messages.at(-1));
    expect(last).toContain("also this");
    expect(last).toContain("day: 4,500 tokens of 5,000 tokens left");
  });
});
