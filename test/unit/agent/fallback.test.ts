import { expect, it, onTestFinished } from "vitest";
import { createAgentBench } from "../../support/agent-bench.ts";
import { type Script, startScriptedEndpoint } from "../../support/scripted-endpoint.ts";
import type { ScriptedReply } from "../../support/scripted-reply.ts";
import { value } from "../../support/test-home.ts";

/* One model fails and another stands in for it. */

async function bench(primary: Script, fallback: Script) {
  const made = await createAgentBench(primary, { defaults: { fallbackModels: ["second/other"] } });
  const second = await startScriptedEndpoint(fallback);
  onTestFinished(async () => {
    await made[Symbol.asyncDispose]();
    await second.close();
  });
  const providers = { second: { apiBase: second.baseUrl, apiKey: "other-key" } };
  value(await made.client.request("settings.update", { patch: { providers } }));
  return { ...made, second };
}

const fails = (status: number, message: string): ScriptedReply => ({ status, body: { error: { message } } });
const noQuota = fails(402, "Insufficient balance");
const works = (): ScriptedReply => ({ text: "From the other one." });

it.each([
  ["no balance", noQuota, "quota"],
  ["a wrong key", fails(401, "Incorrect API key provided"), "auth"],
] as const)("asks the next model after %s, and only that one shows", async (_name, failure, code) => {
  const made = await bench(() => failure, works);
  const end = await made.ask("hello");
  expect(end).toMatchObject({ reason: "answer", text: "From the other one." });
  const [, answer] = await made.messages();
  expect(answer).toMatchObject({ role: "assistant", content: "From the other one." });
  expect(answer).toMatchObject({ model: "second/other", insteadOf: "custom/scripted" });
  const { events } = made.seen;
  expect(events.filter((event) => event.type === "model-switched")).toMatchObject([
    { from: "custom/scripted", to: "second/other", reason: { code, message: expect.stringContaining("scripted") } },
  ]);
  expect(events.filter((event) => event.type === "retry-start")).toEqual([]);
  const models = made.seen.events.flatMap((event) => (event.type === "usage-changed" ? [event.call.model] : []));
  expect(models).toEqual(["custom/scripted", "second/other"]);
});

it.each([
  ["a bad request", fails(400, "messages: field required"), "bad_request"],
  ["a content filter", fails(400, "blocked by our content filter: content_filter"), "content_filter"],
] as const)("says so after %s, without asking another", async (_name, failure, code) => {
  const made = await bench(() => failure, works);
  expect(await made.ask("hello")).toMatchObject({ reason: "error", error: { code } });
  expect(made.second.requests).toHaveLength(0);
});

it("leaves a model alone for a while after three failures in a row", async () => {
  const made = await bench(() => noQuota, works);
  for (const words of ["one", "two", "three", "four", "five"]) {
    expect(await made.ask(words)).toMatchObject({ reason: "answer" });
  }
  expect(made.endpoint.requests).toHaveLength(3);
  expect(made.second.requests).toHaveLength(5);
});

/** Two steps and an answer. */
const inSteps: Script = (_request, index) =>
  index % 3 === 2
    ? { text: "Done." }
    : { calls: [{ name: "list_dir", arguments: { path: index % 3 === 0 ? "." : ".." } }] };

it("stays with the model that answered for the rest of a run, and begins the next with the chosen one", async () => {
  const made = await bench(() => noQuota, inSteps);
  const switches = () => made.seen.events.filter((event) => event.type === "model-switched").length;
  expect(await made.ask("look", { mode: "full" })).toMatchObject({ reason: "answer", text: "Done." });
  expect([made.endpoint.requests.length, made.second.requests.length, switches()]).toEqual([1, 3, 1]);
  expect(await made.ask("look", { mode: "full" })).toMatchObject({ reason: "answer", text: "Done." });
  expect([made.endpoint.requests.length, made.second.requests.length, switches()]).toEqual([2, 6, 2]);
});

it("tells once a run of a model that is passed over because it rests", async () => {
  const made = await bench(() => noQuota, works);
  for (const words of ["one", "two", "three"]) await made.ask(words);
  const before = made.seen.events.length;
  await made.ask("four");
  const told = made.seen.events.slice(before).filter((event) => event.type === "model-switched");
  const reason = { code: "resting", message: expect.stringContaining("three times") };
  expect(told).toMatchObject([{ from: "custom/scripted", to: "second/other", reason }]);
  expect(made.endpoint.requests).toHaveLength(3);
});

it("tells the last failure when every model fails", async () => {
  const made = await bench(
    () => noQuota,
    () => fails(401, "Incorrect API key provided"),
  );
  expect(await made.ask("hello")).toMatchObject({ reason: "error", error: { code: "auth" } });
});

it("does not wait long for a model that another can stand in for", async () => {
  const busy = { ...fails(429, "Rate limit reached"), headers: { "retry-after": "60" } };
  const made = await bench(() => busy, works);
  expect(await made.ask("hello")).toMatchObject({ reason: "answer" });
  expect(made.endpoint.requests).toHaveLength(1);
});

it("keeps what was shown before a stall, and goes on in a segment of its own", async () => {
  const made = await createAgentBench(
    [{ deltas: ["The first half, "], ending: "stall" }, { text: "and the second." }],
    { options: { idleTimeoutMs: 200 } },
  );
  onTestFinished(() => made[Symbol.asyncDispose]());
  expect(await made.ask("tell me")).toMatchObject({ reason: "answer", text: "The first half, and the second." });
  const said = (await made.messages()).flatMap((message) => (message.role === "assistant" ? [message.content] : []));
  expect(said).toEqual(["The first half, ", "and the second."]);
  expect(made.endpoint.requests).toHaveLength(2);
});
