import { describe, expect, it } from "vitest";
import { createAskDesk } from "../../../src-main/mcp/asks/ask-desk.ts";
import { type AskPlace, createServerAsks, type ServerAsks } from "../../../src-main/mcp/asks/server-asks.ts";
import { createCallLimit } from "../../../src-main/mcp/call-limit.ts";
import { callServer } from "../../../src-main/mcp/call-server.ts";
import type { McpConnection } from "../../../src-main/mcp/connection.ts";
import { createRunningCalls } from "../../../src-main/mcp/running-calls.ts";
import type { McpAskFact } from "../../../src-preload/contract/events.ts";
import { sessionKeySchema } from "../../../src-preload/contract/ids.ts";
import { createManualClock } from "../../support/manual-clock.ts";
import { answer, connectInProcess, plainResults } from "../../support/mcp/in-process-server.ts";
import { noAsks, remoteCall } from "../../support/mcp/remote-call.ts";

const params = { message: "May I?", requestedSchema: { type: "object" as const, properties: {} } };
const never = new AbortController().signal;

function bench() {
  const told: McpAskFact[] = [];
  const notes: string[] = [];
  let ids = 0;
  const createId = (): string => {
    ids += 1;
    return `ask-${ids}`;
  };
  const desk = createAskDesk({ host: { createId, now: () => 5 }, publish: (fact) => void told.push(fact) });
  const asks = createServerAsks({
    server: "desk",
    desk,
    parentOf: async () => null,
    redact: (text) => text.replaceAll("hush", "[key]"),
    onNote: (words) => void notes.push(words),
  });
  return { desk, asks, told, notes };
}

/** Until what was begun has come to a stop. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

function placeIn(key: string, more: Partial<AskPlace> = {}): AskPlace {
  return { ...remoteCall({ sessionKey: sessionKeySchema.parse(key) }), ...more };
}

describe("the questions of a server", () => {
  it("are about the call that began last of those that somebody watches", async () => {
    const { asks, desk } = bench();
    using _one = asks.during(placeIn("desktop:one"));
    using two = asks.during(placeIn("desktop:two"));
    using _job = asks.during(placeIn("cron:job", { isAttended: false }));
    void asks.elicit(params, never);
    await settled();
    expect(desk.list().map(({ sessionKey }) => sessionKey)).toEqual(["desktop:two"]);
    two[Symbol.dispose]();
    await settled();
    void asks.elicit(params, never);
    await settled();
    expect(desk.list().map(({ sessionKey }) => sessionKey)).toEqual(["desktop:one"]);
  });

  it("are declined where no call is on, and the server's page says so", async () => {
    const { asks, told, notes } = bench();
    expect(await asks.elicit(params, never)).toEqual({ action: "decline" });
    expect(told).toEqual([]);
    expect(notes).toEqual([expect.stringContaining("while no call of it was on")]);
  });

  it("are asked no more once the server gives them up", async () => {
    const { asks, desk, told } = bench();
    using _ = asks.during(placeIn("desktop:one"));
    const gone = new AbortController();
    const answered = asks.elicit(params, gone.signal);
    await settled();
    gone.abort();
    expect(await answered).toEqual({ action: "cancel" });
    expect(desk.list()).toEqual([]);
    expect(told.map(({ type }) => type)).toEqual(["ask-opened", "ask-closed"]);
    expect(await asks.elicit(params, gone.signal)).toEqual({ action: "cancel" });
    expect(told).toHaveLength(2);
  });

  it("show no key, and no more than twenty of them at once", async () => {
    const { asks, desk, notes } = bench();
    using _ = asks.during(placeIn("desktop:one"));
    const all = Array.from({ length: 21 }, () => asks.elicit({ ...params, message: "hush\u0007 now" }, never));
    expect(await Promise.race(all)).toEqual({ action: "cancel" });
    await settled();
    expect(desk.list()).toHaveLength(20);
    expect(desk.list()[0]?.message).toBe("[key] now");
    expect(notes).toEqual([expect.stringContaining("more at once")]);
  });
});

describe("the time of a call", () => {
  it("is over after silence, begins anew with a word, and stands still while somebody is asked", () => {
    const clock = createManualClock();
    using limit = createCallLimit(clock, 1000, never);
    clock.advance(900);
    limit.again();
    clock.advance(900);
    expect(limit.isOver).toBe(false);
    const [one, two] = [limit.standStill(), limit.standStill()];
    clock.advance(100_000);
    one[Symbol.dispose]();
    one[Symbol.dispose]();
    limit.again();
    clock.advance(100_000);
    expect(limit.signal.aborted).toBe(false);
    two[Symbol.dispose]();
    clock.advance(999);
    expect(limit.isOver).toBe(false);
    clock.advance(1);
    expect([limit.isOver, limit.signal.aborted]).toEqual([true, true]);
  });

  async function begin(more: Partial<ServerAsks> = {}) {
    const clock = createManualClock();
    const calls = createRunningCalls();
    const place = Promise.withResolvers<AskPlace>();
    const reply = Promise.withResolvers<Awaited<ReturnType<McpConnection["call"]>>>();
    const begun = Promise.withResolvers<AbortSignal>();
    const plain = await connectInProcess(({ id, method }) => [answer(id, { result: plainResults[method] })]);
    const connection: McpConnection = {
      ...plain,
      call: (_name, _args, { signal }) => {
        begun.resolve(signal);
        signal.addEventListener("abort", () => reply.reject(signal.reason));
        return reply.promise;
      },
    };
    const during = (at: AskPlace): Disposable => {
      place.resolve(at);
      return noAsks.during();
    };
    const asks = { ...noAsks, during, ...more };
    const tool = { name: "slow", inputSchema: { type: "object" as const } };
    const result = callServer(
      { server: "slow", tool, args: {}, call: remoteCall(), timeoutMs: 1000 },
      {
        connected: async () => connection,
        lost: () => undefined,
        problem: () => "",
        unsigned: () => null,
        clock,
        asks,
        calls,
        redact: (text) => text,
        saveImage: async () => "",
      },
    );
    await begun.promise;
    return { clock, calls, place: await place.promise, reply, result };
  }

  it("does not pass for a call whose server has asked the person", async () => {
    const { clock, place, reply, result } = await begin();
    const asking = place.standStill();
    clock.advance(1_000_000);
    asking[Symbol.dispose]();
    reply.resolve({ content: [{ type: "text", text: "done" }] });
    expect(await result).toMatchObject({ kind: "done", content: "done" });
  });

  it("ends with the call that the person stops, of which the model is told, and with no other", async () => {
    const { calls, result } = await begin();
    const { sessionKey, runId, callId } = remoteCall();
    expect(calls.stop({ sessionKey, runId, callId: "other" })).toBe(false);
    expect(calls.stop({ sessionKey, runId, callId })).toBe(true);
    expect(await result).toMatchObject({ kind: "failed", message: expect.stringContaining("The user stopped") });
    expect(calls.stop({ sessionKey, runId, callId })).toBe(false);
  });

  it("ends a call that says nothing, in words", async () => {
    const { clock, result } = await begin();
    clock.advance(1000);
    expect(await result).toMatchObject({ kind: "failed", message: expect.stringContaining("1 s") });
  });
});
