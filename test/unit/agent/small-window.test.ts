import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { createAgentBench } from "../../support/agent-bench.ts";
import type { ChatBody, RecordedRequest } from "../../support/scripted-endpoint.ts";
import type { ScriptedReply } from "../../support/scripted-reply.ts";
import { value } from "../../support/test-home.ts";

/* A conversation that outgrows a small window goes on: 200 turns, and not one request that the model could not take. */

/** Another count than ours, and a denser one: what comes back as usage has to correct the estimate. */
function count(value: unknown): number {
  return Math.ceil(Buffer.byteLength(JSON.stringify(value)) / 2.9);
}

function promptTokens({ messages, tools }: ChatBody): number {
  return messages.reduce((sum, message) => sum + count(message) + 3, 0) + (tools === undefined ? 0 : count(tools));
}

const window = { "8000": 8000, "4096": 4096 } as const;

it.each([window["8000"], window["4096"]])(
  "goes on for 200 turns in a window of %i",
  async (size) => {
    const over: number[] = [];
    await using bench = await createAgentBench(
      ({ body }: RecordedRequest, index) => {
        const prompt = promptTokens(body);
        if (prompt + Number(body["max_tokens"] ?? 0) > size) over.push(prompt);
        const usage = { prompt, completion: 60 };
        const isFresh = body.messages.at(-1)?.role === "user";
        if (!isFresh || body.tools === undefined)
          return { text: `Answer ${index}. ${"word ".repeat(40 + (index % 50))}`, usage };
        const name = index % 3 === 0 ? "big.txt" : "small.txt";
        return { text: "I look.", calls: [{ name: "read_file", arguments: { path: name } }], usage };
      },
      { defaults: { contextWindow: size } },
    );
    await bench.write("big.txt", "some words, and 1234 numbers\n".repeat(150));
    await bench.write("small.txt", "short\n");
    for (let turn = 0; turn < 200; turn += 1) {
      const end = await bench.ask(`turn ${turn}: ${"what about it? ".repeat(turn % 7)}`);
      expect(end).toMatchObject({ reason: "answer" });
    }
    expect(over).toEqual([]);
    const { requests } = bench.endpoint;
    expect(requests.length).toBe(400);
    const system = requests[0]?.body.messages[0];
    for (const [index, { body }] of requests.entries()) {
      expect(body.messages[0]).toEqual(system);
      const asked = body.messages.findLast((message) => message.role === "user");
      expect(String(asked?.content)).toContain(`turn ${Math.floor(index / 2)}: `);
      const called = body.messages.flatMap((message) => message.tool_calls?.map((call) => call.id) ?? []);
      const answered = body.messages.flatMap((message) => (message.role === "tool" ? [message.tool_call_id] : []));
      expect(answered).toEqual(called);
    }
    const share = cacheShare(requests.map(({ body }) => body));
    expect(share.broken).toBeLessThan(requests.length / 2);
    expect(share.cached).toBeGreaterThan(0.6);
    console.log(
      `window ${size}: ${Math.round(share.cached * 100)} % of the prompt's bytes could come from a cache; trimmed anew ${share.broken} times`,
    );
  },
  60_000,
);

it("goes on where a good deal of what is sent are results that were shortened", async () => {
  await using bench = await createAgentBench(
    ({ body }: RecordedRequest) => {
      const usage = { prompt: promptTokens(body), completion: 60 };
      if (body.messages.at(-1)?.role !== "user") return { text: "word ".repeat(60), usage };
      return { calls: [{ name: "read_file", arguments: { path: "small.txt" } }], usage };
    },
    { defaults: { contextWindow: 12_000 } },
  );
  await bench.write("small.txt", "short words\n".repeat(60));
  for (let turn = 0; turn < 60; turn += 1) expect(await bench.ask(`turn ${turn}`)).toMatchObject({ reason: "answer" });
});

it("keeps the prefix of the request the same, byte by byte, while nothing is trimmed", async () => {
  await using bench = await createAgentBench(({ body }: RecordedRequest) =>
    body.messages.at(-1)?.role === "user"
      ? { text: "I look.", calls: [{ name: "read_file", arguments: { path: "small.txt" } }] }
      : { text: "Done." },
  );
  await bench.write("small.txt", "short\n");
  for (let turn = 0; turn < 10; turn += 1) await bench.ask(`turn ${turn}`);
  const bodies = bench.endpoint.requests.map(({ body }) => body);
  expect(cacheShare(bodies).broken).toBe(0);
});

it("says so before it asks, where the message alone is too much, and asks where the window is only assumed", async () => {
  const huge = "word ".repeat(30_000);
  await using known = await createAgentBench([{ text: "Fine." }], { defaults: { contextWindow: 8000 } });
  expect(await known.ask(huge)).toMatchObject({ reason: "error", error: { code: "context_overflow" } });
  expect(known.endpoint.requests).toHaveLength(0);
  await using assumed = await createAgentBench([{ text: "Fine." }]);
  expect(await assumed.ask(huge)).toMatchObject({ reason: "answer" });
});

/** How much of each request was sent in just this way before it, and how often it was not a continuation. */
function cacheShare(bodies: readonly ChatBody[]): { readonly cached: number; readonly broken: number } {
  let [cached, all, broken] = [0, 0, 0];
  for (const [index, body] of bodies.entries()) {
    const before = bodies[index - 1]?.messages.map((message) => JSON.stringify(message)) ?? [];
    const now = body.messages.map((message) => JSON.stringify(message));
    const same = now.findIndex((message, at) => message !== before[at]);
    const shared = now.slice(0, same < 0 ? now.length : same);
    cached += shared.join("").length;
    all += now.join("").length;
    if (index > 0 && shared.length < before.length) broken += 1;
    expect(JSON.stringify(body.tools)).toBe(JSON.stringify(bodies[0]?.tools));
  }
  return { cached: cached / all, broken };
}

const rule = "Sign every report with a heron.";

/** A chat that reads a skill in its first turn and then a file in each turn. */
function skillScript({ body }: RecordedRequest, index: number): ScriptedReply {
  const usage = { prompt: promptTokens(body), completion: 60 };
  if (body.messages.at(-1)?.role !== "user") return { text: `Answer ${index}. ${"word ".repeat(60)}`, usage };
  const path = index === 0 ? "skills/report/SKILL.md" : "small.txt";
  return { calls: [{ name: "read_file", arguments: { path } }], usage };
}

async function skillBench(size: number, skillLines: number) {
  const bench = await createAgentBench(skillScript, { defaults: { contextWindow: size } });
  onTestFinished(() => bench[Symbol.asyncDispose]());
  await mkdir(join(bench.home.work, "skills", "report"), { recursive: true });
  await bench.write(
    "skills/report/SKILL.md",
    `---\nname: report\n---\n${rule}\n${"And be brief about it.\n".repeat(skillLines)}`,
  );
  await bench.write("small.txt", "short words\n".repeat(60));
  for (let turn = 0; turn < 60; turn += 1) expect(await bench.ask(`turn ${turn}`)).toMatchObject({ reason: "answer" });
  const bodies = bench.endpoint.requests.map(({ body }) => body);
  for (const body of bodies) expect(promptTokens(body) + Number(body["max_tokens"])).toBeLessThanOrEqual(size);
  const report = value(await bench.client.request("context.describe", { sessionKey: bench.key }));
  return { bodies, report };
}

it("keeps a skill that was read when its turn has long left, once in each request and without trimming more often", async () => {
  const { bodies, report } = await skillBench(12_000, 80);
  for (const body of bodies.slice(1)) {
    expect(JSON.stringify(body.messages).split(rule)).toHaveLength(2);
    expect(body.messages.filter(({ role }) => role === "user").length).toBeGreaterThan(0);
    expect(body.messages[1]?.role).toBe("user");
  }
  expect(report).toMatchObject({ carriedSkills: ["report"], lostSkills: [] });
  expect(report.droppedMessages).toBeGreaterThan(0);
  expect(report.parts.find(({ name }) => name === "skills")?.tokens).toBeGreaterThan(500);
  const { cached, broken } = cacheShare(bodies);
  expect(broken).toBeLessThan(bodies.length / 5);
  expect(cached).toBeGreaterThan(0.8);
});

it("gives up a skill that has no room in a small window, and tells that", async () => {
  const { bodies, report } = await skillBench(4096, 80);
  expect(JSON.stringify(bodies.at(-1)?.messages)).not.toContain(rule);
  expect(report).toMatchObject({ carriedSkills: [], lostSkills: ["report"] });
});
