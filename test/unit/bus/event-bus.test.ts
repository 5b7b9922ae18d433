import { describe, expect, it } from "vitest";
import { createEventBus, ringSize } from "../../../src-main/bus/event-bus.ts";
import type { Delivery, PerchFact } from "../../../src-preload/contract/events.ts";
import { messageIdSchema, runIdSchema, sessionKeySchema } from "../../../src-preload/contract/ids.ts";
import { createFakeClock } from "../../support/fake-clock.ts";

const sessionKey = sessionKeySchema.parse("cli:direct");
const other = sessionKeySchema.parse("cli:other");
const runId = runIdSchema.parse("r_1");
const messageId = messageIdSchema.parse("m_1");

function delta(text: string, key = sessionKey): PerchFact {
  return { topic: "stream", type: "message-delta", sessionKey: key, runId, messageId, text };
}
const iteration = (count: number): PerchFact => ({
  topic: "agent",
  type: "iteration-start",
  sessionKey,
  runId,
  iteration: count,
});

function setUp() {
  const clock = createFakeClock();
  const bus = createEventBus(clock, "epoch-1");
  const seen: Delivery[] = [];
  const subscribe = (...args: [readonly string[], { epoch: string; seq: number }?]) => {
    const subscription = bus.subscribe(args[0], (delivery) => seen.push(delivery), args[1]);
    subscription.start();
    return subscription;
  };
  const texts = () =>
    seen.flatMap((delivery) =>
      delivery.kind === "event" && delivery.event.type === "message-delta" ? [delivery.event.text] : [],
    );
  return { clock, bus, seen, subscribe, texts };
}

describe("the event bus", () => {
  it("tells the first delta at once and what follows within 16 ms as one", () => {
    const { clock, bus, subscribe, texts } = setUp();
    subscribe(["stream"]);
    for (const word of ["a", "b", "c"]) bus.publish(delta(word));
    expect(texts()).toEqual(["a"]);
    clock.advance(16);
    expect(texts()).toEqual(["a", "bc"]);
    bus.publish(delta("d"));
    clock.advance(16);
    expect(texts()).toEqual(["a", "bc", "d"]);
  });

  it("keeps the order: held text comes before the next event of its session, not of another", () => {
    const { bus, subscribe, seen } = setUp();
    subscribe(["stream", "agent"]);
    bus.publish(delta("a"));
    bus.publish(delta("b"));
    bus.publish(delta("x", other));
    bus.publish(iteration(2));
    const told = seen.map((delivery) =>
      delivery.kind === "event" && "text" in delivery.event ? delivery.event.text : "iteration",
    );
    expect(told).toEqual(["a", "x", "b", "iteration"]);
  });

  it("leaves no timer behind when a stream is over", () => {
    const { clock, bus, subscribe } = setUp();
    subscribe(["stream"]);
    bus.publish(delta("a"));
    clock.advance(16);
    expect(clock.timers).toBe(0);
  });

  it("numbers events without gaps and filters by topic", () => {
    const { bus, subscribe, seen } = setUp();
    subscribe(["agent"]);
    bus.publish(iteration(1));
    bus.publish({ topic: "settings", type: "settings-changed" });
    bus.publish(iteration(2));
    expect(seen.map((delivery) => (delivery.kind === "event" ? delivery.event.seq : null))).toEqual([1, 3]);
  });

  it("delivers what a client missed before anything newer", () => {
    const { bus, subscribe, seen } = setUp();
    bus.publish(iteration(1));
    const since = { epoch: bus.epoch, seq: bus.seq };
    bus.publish(iteration(2));
    subscribe(["agent"], since);
    bus.publish(iteration(3));
    expect(seen.map((delivery) => (delivery.kind === "event" ? delivery.event.seq : null))).toEqual([2, 3]);
  });

  it.each([
    ["of another process", { epoch: "epoch-0", seq: 1 }],
    ["from the future", { epoch: "epoch-1", seq: 99_999_999 }],
  ])("answers reset to a position %s", (_name, since) => {
    const { bus, subscribe, seen } = setUp();
    bus.publish(iteration(1));
    expect(subscribe(["agent"], since).reset).toBe(true);
    expect(seen).toEqual([{ kind: "reset", epoch: "epoch-1", seq: 1 }]);
  });

  it("answers reset to a client that missed more than the ring holds", () => {
    const { bus, subscribe } = setUp();
    for (let count = 0; count < ringSize * 3; count += 1) bus.publish(iteration(count));
    expect(subscribe(["agent"], { epoch: bus.epoch, seq: 1 }).reset).toBe(true);
    expect(subscribe(["agent"], { epoch: bus.epoch, seq: bus.seq - ringSize + 1 }).reset).toBe(false);
  });

  it("holds events back until the answer has left", () => {
    const { bus, seen } = setUp();
    const subscription = bus.subscribe(["agent"], (delivery) => seen.push(delivery));
    bus.publish(iteration(1));
    expect(seen).toEqual([]);
    subscription.start();
    expect(seen).toHaveLength(1);
    subscription.stop();
    bus.publish(iteration(2));
    expect(seen).toHaveLength(1);
  });
});
