import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { sessionKeySchema } from "../../../src-preload/contract/ids.ts";
import { ok } from "../../../src-preload/contract/result.ts";
import { createAgentBench, gate } from "../../support/agent-bench.ts";
import type { Script } from "../../support/scripted-endpoint.ts";
import { value } from "../../support/test-home.ts";

/** The bound of the pool, and chats enough to push every other one out. */
const bound = 50;
const others = Array.from({ length: bound + 10 }, (_, index) => sessionKeySchema.parse(`cli:other-${index}`));

const write = { calls: [{ name: "write_file", arguments: { path: "a.txt", content: "x" }, id: "w" }] };

async function benchOf(script: Script) {
  const bench = await createAgentBench(script);
  const { client, assistant } = bench;
  return {
    ...bench,
    /** Opens other chats until nothing that may leave memory is left of those before. */
    async crowd() {
      for (const sessionKey of others) value(await client.request("session.update", { sessionKey, patch: {} }));
      expect(assistant.loop.inMemory).toBeLessThanOrEqual(bound + 1);
    },
    open: async () => value(await client.request("session.open", { sessionKey: bench.key, limit: 50 })),
    [Symbol.asyncDispose]: () => bench[Symbol.asyncDispose](),
  };
}

describe("a chat that others pushed out of memory", () => {
  it("is the same chat when it is opened again", async () => {
    await using bench = await benchOf([{ text: "one" }, { text: "two" }]);
    await bench.ask("first");
    const before = await bench.open();
    await bench.crowd();
    const { seq: _then, ...after } = await bench.open();
    const { seq: _now, ...expected } = before;
    expect(after).toEqual(expected);
    await bench.ask("second");
    const sent = bench.endpoint.requests[1]?.body.messages.map(({ role }) => role);
    expect(sent).toEqual(["system", "user", "assistant", "user"]);
  });

  it("keeps a chat in which nothing was written yet, and what it was begun with", async () => {
    await using bench = await benchOf([]);
    const created = value(await bench.client.request("session.create", { channel: "desktop" }));
    const sessionKey = created.summary.key;
    await bench.crowd();
    const again = value(await bench.client.request("session.open", { sessionKey, limit: 50 }));
    expect(again.summary).toEqual(created.summary);
    expect(value(await bench.client.request("session.remove", { sessionKey }))).toEqual({ trashId: "" });
    expect((await bench.client.request("session.open", { sessionKey, limit: 50 })).ok).toBe(false);
  });

  it("is reachable from nowhere, nor is what was answered about it", async () => {
    setFlagsFromString("--expose-gc");
    const collect: unknown = runInNewContext("gc");
    if (typeof collect !== "function") throw new Error("the garbage collector cannot be called");
    await using bench = await benchOf([{ text: "one" }]);
    await bench.ask("first");
    const { loop } = bench.assistant;
    const runner = value(await loop.use(bench.key, async (held) => ok(new WeakRef(held))));
    const session = value(await loop.use(bench.key, async (held) => ok(new WeakRef(held.session))));
    const answer = await bench.open().then((opened) => new WeakRef(opened.page));
    await bench.crowd();
    // What a finished task had in its hands is let go of with the next one.
    const held = (): readonly unknown[] => {
      collect();
      return [runner, session, answer].filter((one) => one.deref() !== undefined);
    };
    await expect.poll(held).toEqual([]);
  });
});

describe("a chat stays in memory", () => {
  it("while its run is on", async () => {
    const goOn = gate();
    await using bench = await benchOf([{ deltas: ["On ", goOn.opened, "and on."] }]);
    const started = await bench.send("talk");
    await bench.seen.until("message-delta");
    await bench.crowd();
    expect(bench.assistant.loop.active()).toMatchObject([{ sessionKey: bench.key, state: "running" }]);
    expect((await bench.open()).lastRun.kind).toBe("running");
    goOn.open();
    const end = await bench.endOf(started.kind === "started" ? started.runId : "");
    expect(end).toMatchObject({ reason: "answer", text: "On and on." });
  });

  it("while a call of it waits for a decision", async () => {
    await using bench = await benchOf([write, { text: "written" }]);
    const started = await bench.send("write");
    const { approval } = await bench.seen.until("approval-request");
    await bench.crowd();
    expect((await bench.open()).approvals).toEqual([approval]);
    const { approvalId } = approval;
    value(await bench.client.request("approval.answer", { approvalId, decision: "allow-once" }));
    await bench.endOf(started.kind === "started" ? started.runId : "");
    expect(await bench.read("a.txt")).toBe("x");
  });

  it("while a message waits in its queue, paused as it was", async () => {
    await using bench = await benchOf([{ deltas: ["On ", new Promise(() => undefined)] }, { text: "later" }]);
    await bench.send("talk");
    await bench.seen.until("message-delta");
    await bench.send("next", { whenBusy: "queue" });
    value(await bench.client.request("chat.stop", { sessionKey: bench.key }));
    await bench.seen.until("run-end");
    await bench.crowd();
    expect(await bench.open()).toMatchObject({ queue: [{ content: "next" }], queuePaused: true });
    value(await bench.client.request("queue.pause", { sessionKey: bench.key, paused: false }));
    await bench.seen.until("run-end", ({ reason }) => reason === "answer");
    expect((await bench.open()).queue).toEqual([]);
  });

  it("while somebody is at work with it", async () => {
    await using bench = await benchOf([{ text: "one" }]);
    await bench.ask("first");
    const { loop } = bench.assistant;
    await loop.use(bench.key, async (mine) => {
      await bench.crowd();
      return loop.use(bench.key, async (theirs) => {
        expect(theirs).toBe(mine);
        return ok(undefined);
      });
    });
  });
});

it("the settings' length of the history holds for the next message, whatever it was when the chat was read", async () => {
  await using bench = await createAgentBench(() => ({ text: "yes" }), { defaults: { memoryWindow: 4 } });
  for (const word of ["a", "b", "c", "d", "e", "f", "g", "h"]) await bench.ask(word);
  const sent = () => bench.endpoint.requests.at(-1)?.body.messages.length ?? 0;
  const before = sent();
  const patch = { agents: { defaults: { memoryWindow: 1000 } } };
  value(await bench.client.request("settings.update", { patch }));
  await bench.ask("i");
  expect(sent()).toBeGreaterThan(before);
  expect(sent()).toBe(18);
});

it("a history above a hundred messages is sent whole by the next process", async () => {
  await using bench = await createAgentBench(() => ({ text: "yes" }), { defaults: { memoryWindow: 1000 } });
  const lines = Array.from({ length: 180 }, (_, at) => {
    const role = at % 2 === 0 ? "user" : "assistant";
    const parentId = at === 0 ? null : `m${at - 1}`;
    const timestamp = new Date(1_764_000_000_000 + at * 1000).toISOString();
    return JSON.stringify({ id: `m${at}`, parentId, role, content: `message ${at}`, timestamp });
  });
  const sessionKey = sessionKeySchema.parse("cli:long");
  value(await bench.client.request("session.update", { sessionKey, patch: { pinned: false } }));
  const path = join(bench.home.home, "workspace", "sessions", "cli+long.jsonl");
  await writeFile(path, `${lines.join("\n")}\n`);
  const next = bench.home.open().connect({ channel: "cli", senderId: "user", place: "terminal" });
  value(await next.request("chat.send", { sessionKey, text: "go on", workFolder: bench.home.work }));
  const request = await bench.endpoint.request(0);
  expect(request.body.messages).toHaveLength(182);
});
