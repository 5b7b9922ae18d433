import { describe, expect, it } from "vitest";
import { callServer } from "../../../src-main/mcp/call-server.ts";
import type { CallOptions, McpConnection } from "../../../src-main/mcp/connection.ts";
import { createRefresher } from "../../../src-main/mcp/refresher.ts";
import { createManualClock } from "../../support/manual-clock.ts";
import { answer, connectInProcess, plainResults } from "../../support/mcp/in-process-server.ts";
import { noAsks, noCalls, remoteCall } from "../../support/mcp/remote-call.ts";
import { serverSettings, stdioServer } from "../../support/mcp/servers.ts";
import { createTestHome, terminal, value } from "../../support/test-home.ts";

const { signal } = new AbortController();
const listChanged = JSON.stringify({ jsonrpc: "2.0", method: "notifications/tools/list_changed" });

/** A list that is asked for, and answered when the test says so. */
function createList() {
  const clock = createManualClock();
  let looks = 0;
  let answered = Promise.withResolvers<void>();
  const refresher = createRefresher(clock, () => {
    looks += 1;
    return answered.promise;
  });
  return {
    clock,
    refresher,
    looks: () => looks,
    async answer() {
      answered.resolve();
      answered = Promise.withResolvers();
      await Promise.resolve();
      await Promise.resolve();
    },
  };
}

describe("a server that says that its tools changed", () => {
  it("is asked once, at once, however often it says so, and no more than once a second after that", async () => {
    const { clock, refresher, looks, answer: listed } = createList();
    for (let notice = 0; notice < 1000; notice += 1) refresher.soon();
    clock.advance(0);
    expect(looks()).toBe(1);
    await listed();
    for (let ms = 0; ms < 999; ms += 1) {
      refresher.soon();
      clock.advance(1);
    }
    expect(looks()).toBe(1);
    clock.advance(1);
    expect(looks()).toBe(2);
    await listed();
    clock.advance(60_000);
    expect(looks()).toBe(2);
    refresher.soon();
    clock.advance(0);
    expect(looks()).toBe(3);
  });

  it("while its list is on the way is asked once more when that has come, and never twice at the same time", async () => {
    const { clock, refresher, looks, answer: listed } = createList();
    refresher.soon();
    clock.advance(0);
    refresher.soon();
    refresher.soon();
    clock.advance(10_000);
    expect(looks()).toBe(1);
    await listed();
    clock.advance(0);
    expect(looks()).toBe(2);
    await listed();
    clock.advance(10_000);
    expect(looks()).toBe(2);
  });

  it("is not asked any more once it is let go", async () => {
    const { clock, refresher, looks, answer: listed } = createList();
    refresher.soon();
    refresher[Symbol.dispose]();
    expect(clock.pending).toBe(0);
    refresher.soon();
    clock.advance(0);
    refresher.soon();
    refresher[Symbol.dispose]();
    await listed();
    clock.advance(10_000);
    expect([looks(), clock.pending]).toEqual([1, 0]);
  });

  it("is heard at the first word, and not in a pause that it never makes", async () => {
    let told = 0;
    const connection = await connectInProcess(
      ({ id, method }) => {
        if (id === undefined) return [];
        const notices = method === "ping" ? [listChanged, listChanged] : [];
        return [...notices, answer(id, { result: plainResults[method] ?? {} })];
      },
      1000,
      () => {
        told += 1;
      },
    );
    await connection.ping({ timeoutMs: 1000, signal });
    expect(told).toBe(2);
    await connection.close();
  });

  it("right after its first list, before it is ready, is asked again when it is", async () => {
    await using home = await createTestHome();
    await home.config(serverSettings({ files: stdioServer({ mode: "grows" }) }));
    const client = home.open().connect(terminal);
    value(await client.request("mcp.restart", { name: "files" }));
    const names = async () => value(await client.request("mcp.open", { name: "files" })).tools.map(({ name }) => name);
    await expect.poll(names, { timeout: 10_000 }).toContain("late");
  });
});

/** A call that waits, and what a person is shown of its progress. */
function createCall() {
  const clock = createManualClock();
  const { promise: answered, resolve } = Promise.withResolvers<Awaited<ReturnType<McpConnection["call"]>>>();
  const begun = Promise.withResolvers<CallOptions["onProgress"]>();
  const shown: string[] = [];
  const connection: McpConnection = {
    title: "slow",
    instructions: "",
    hasSession: false,
    closed: new Promise<void>(() => undefined),
    tools: async () => ({ tools: [], leftOut: [] }),
    resources: async () => [],
    prompts: async () => [],
    hasResources: false,
    read: async () => ({ contents: [] }),
    prompt: async () => ({ messages: [] }),
    call: (_name, _args, { onProgress }) => {
      begun.resolve(onProgress);
      return answered;
    },
    ping: async () => undefined,
    close: async () => undefined,
  };
  const tool = { name: "slow", inputSchema: { type: "object" as const } };
  const amounts: unknown[] = [];
  const tell = (text: string, amount: unknown): void => {
    shown.push(text);
    amounts.push(amount);
  };
  const call = remoteCall({ signal, progress: (text, amount) => tell(text, amount) });
  const ended = callServer(
    { server: "slow", tool, args: {}, call, timeoutMs: 1000 },
    {
      connected: async () => connection,
      lost: () => undefined,
      unsigned: () => null,
      problem: () => "",
      clock,
      asks: noAsks,
      calls: noCalls,
      redact: (text: string) => text.replaceAll("secret", "[key]"),
      saveImage: async () => "/picture",
    },
  );
  return { clock, shown, amounts, begun: begun.promise, answer: () => resolve({ content: [] }), ended };
}

describe("the progress of a call", () => {
  const far = { done: 1, total: null };

  it("is shown ten times a second at most, the last word of each while among it", async () => {
    const { clock, shown, amounts, begun, answer: done, ended } = createCall();
    const tell = await begun;
    for (let ms = 0; ms < 1000; ms += 1) {
      tell(`step ${ms}`, { done: ms, total: 1000 });
      clock.advance(1);
    }
    expect(shown).toHaveLength(11);
    expect(shown.slice(0, 3)).toEqual(["step 0\n", "step 99\n", "step 199\n"]);
    expect(amounts[2]).toEqual({ done: 199, total: 1000 });
    tell("signing in, look at the browser", far);
    clock.advance(100);
    expect(shown.at(-1)).toBe("signing in, look at the browser\n");
    tell("too late", far);
    done();
    await ended;
    clock.advance(1000);
    expect(shown).toHaveLength(12);
    expect(clock.pending).toBe(0);
  });

  it("is short, plain and without keys", async () => {
    const { shown, begun, answer: done, ended } = createCall();
    (await begun)(`\u001b[31msecret\u001b[0m ${"x".repeat(100_000)}`, far);
    expect(shown[0]).toMatch(/^\[key\] x{400,500}\n$/);
    done();
    await ended;
  });
});
