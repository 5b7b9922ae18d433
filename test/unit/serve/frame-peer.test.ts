import { expect, it } from "vitest";
import type { Caller, Router } from "../../../src-main/api/router.ts";
import { maxUnsentBytes, type ServerPort, servePeer } from "../../../src-main/serve/frame-peer.ts";
import { askOwner } from "../../../src-main/serve/owner-answers.ts";
import { createFrameConnection } from "../../../src-preload/contract/frame-connection.ts";
import { maxFrameBytes } from "../../../src-preload/contract/frames.ts";
import { ok } from "../../../src-preload/contract/result.ts";
import { createManualClock } from "../../support/manual-clock.ts";
import { terminal } from "../../support/test-home.ts";

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A client that takes nothing while `reads` is false. */
function createPort({ reads }: { readonly reads: boolean }) {
  const sent: string[] = [];
  let unsent = 0;
  let isDropped = false;
  let hear = (_frame: string): void => undefined;
  const port: ServerPort = {
    get unsentBytes() {
      return unsent;
    },
    send(frame) {
      sent.push(frame);
      if (!reads) unsent += frame.length;
    },
    onFrame(listener) {
      hear = listener;
    },
    onClose: () => undefined,
    close: () => undefined,
    drop() {
      isDropped = true;
    },
  };
  return { port, sent, ask: (frame: string) => hear(frame), unsent: () => unsent, isDropped: () => isDropped };
}

type Handle = (input: unknown, caller: Caller) => Promise<unknown>;

function routerOf(handle: Handle): Router {
  return {
    handle: async (_route, input, caller) => ok(await handle(input, caller)),
    refuse: () => () => undefined,
    settle: () => undefined,
  };
}

const frame = (id: number): string => JSON.stringify({ id, route: "session.open", input: {} });

it("a client that asks and does not read is dropped before its answers pile up", async () => {
  let worked = 0;
  const { port, ask, unsent, isDropped } = createPort({ reads: false });
  const answer = "x".repeat(1024 * 1024);
  servePeer(
    port,
    routerOf(async () => {
      worked += 1;
      await settled();
      return answer;
    }),
    terminal,
  );
  for (let id = 0; id < 2000; id += 1) ask(frame(id));
  for (let round = 0; round < 50; round += 1) await settled();
  expect(isDropped()).toBe(true);
  expect(unsent()).toBeLessThan(maxUnsentBytes + 2 * answer.length);
  expect(worked).toBeLessThan(100);
});

it("a client that sends more than is worked on is answered in order, and dropped when too much of it waits", async () => {
  const { port, ask, sent, isDropped } = createPort({ reads: true });
  servePeer(
    port,
    routerOf(async () => {
      await settled();
      return null;
    }),
    terminal,
  );
  for (let id = 0; id < 500; id += 1) ask(frame(id));
  for (let round = 0; round < 100; round += 1) await settled();
  expect(sent.map((line) => JSON.parse(line).id)).toEqual(Array.from({ length: 500 }, (_, id) => id));
  for (let id = 0; id < 30_000; id += 1) ask(frame(id));
  expect(isDropped()).toBe(true);
});

it("an answer of the most that a client takes goes out whole, in letters of one byte and of three", async () => {
  for (const letter of ["x", "会"]) {
    const { port, ask, sent } = createPort({ reads: true });
    const envelope = Buffer.byteLength(JSON.stringify({ id: 1, ok: true, value: "" }));
    const room = maxFrameBytes - envelope;
    const bytes = Buffer.byteLength(letter);
    let more = room % bytes;
    servePeer(
      port,
      routerOf(async () => letter.repeat(Math.floor(room / bytes)) + "y".repeat(more)),
      terminal,
    );
    ask(frame(1));
    await settled();
    expect(Buffer.byteLength(sent[0] ?? "")).toBe(maxFrameBytes);
    more += 1;
    ask(frame(1));
    await settled();
    expect(JSON.parse(sent[1] ?? "")).toMatchObject({
      error: { code: "too-large", message: expect.stringContaining("32 MB") },
    });
  }
});

it("an answer that no client takes is an error in its place, and what is no request is told so", async () => {
  const { port, ask, sent } = createPort({ reads: true });
  servePeer(
    port,
    routerOf(async () => "ä".repeat(20 * 1024 * 1024)),
    terminal,
  );
  ask(frame(1));
  await settled();
  expect(JSON.parse(sent[0] ?? "")).toMatchObject({ id: 1, ok: false, error: { code: "too-large" } });
  for (const garbage of ["{", "[]", "null", `${'{"a":'.repeat(30_000)}1${"}".repeat(30_000)}`]) ask(garbage);
  await settled();
  expect(sent.slice(1).map((line) => JSON.parse(line).error.code)).toEqual(Array(4).fill("invalid-input"));
});

it("a connection ends at what is no frame, and whoever waits has an answer", async () => {
  for (const garbage of ["{", "x", `${"[".repeat(30_000)}${"]".repeat(30_000)}`]) {
    const { port, ask } = createPort({ reads: true });
    const asked = createFrameConnection(port, "gone").request("system.status", {});
    ask(garbage);
    expect(await asked).toMatchObject({ ok: false, error: { code: "disconnected" } });
  }
});

it("an owner that is stopped is given up after a while", async () => {
  const clock = createManualClock();
  const { port } = createPort({ reads: true });
  const asked = askOwner(createFrameConnection(port, "gone"), clock);
  await settled();
  clock.advance(60_000);
  expect(await asked).toBe("silent");
});
