import { beforeAll, describe, expect, test } from "vitest";
import { createPdfReader, pdfLimitSeconds } from "../../../src-main/tools/pdf-text.ts";
import { createManualClock } from "../../support/manual-clock.ts";
import { endlessPdf, pdfWith } from "../../support/pdf.ts";
import { threadScripts } from "../../support/thread-scripts.ts";

let hostile: Buffer;

beforeAll(() => {
  hostile = endlessPdf();
});

function createReader(memoryInUse: () => number = () => 0, from = threadScripts.pdfWorker) {
  const clock = createManualClock();
  return { clock, read: createPdfReader({ script: from, clock, memoryInUse }) };
}

/** Rounds of the event loop in which others go on. */
async function rounds(count: number): Promise<void> {
  for (let round = 0; round < count; round++) await new Promise((resolve) => setImmediate(resolve));
}

describe("a PDF that is small and endless to read", () => {
  test("is as small as that of the report", () => {
    expect(hostile.length).toBeLessThan(300_000);
  });

  test("holds up nobody, and a stop is answered before it", async () => {
    const { clock, read } = createReader();
    const stop = new AbortController();
    const order: string[] = [];
    const reading = read(hostile, stop.signal).then(
      () => order.push("read"),
      (reason: unknown) => order.push(String(reason)),
    );
    await rounds(200);
    order.push("others went on");
    stop.abort("stopped");
    await reading;
    expect(order).toEqual(["others went on", "stopped"]);
    // What waited behind it has its turn.
    expect(await read(Buffer.from(pdfWith(["next"])), new AbortController().signal)).toMatchObject({ ok: true });
    expect(clock.pending).toBe(0);
  });

  test("ends with a sentence when its time is over", async () => {
    const { clock, read } = createReader();
    const reading = read(hostile, new AbortController().signal);
    await rounds(5);
    clock.advance(pdfLimitSeconds * 1000);
    expect(await reading).toEqual({ ok: false, error: "it takes longer than 30 seconds to read" });
  });

  test("ends with a sentence when it fills the memory", async () => {
    let used = 0;
    const { clock, read } = createReader(() => used);
    const reading = read(hostile, new AbortController().signal);
    await rounds(5);
    clock.advance(1000);
    used = 2_000_000_000;
    clock.advance(1000);
    expect(await reading).toEqual({ ok: false, error: "it takes too much memory to read" });
  });
});

test("a thread that dies, or cannot be started, is a sentence", async () => {
  const { read } = createReader(() => 0, new URL("./no-such-worker.ts", import.meta.url));
  expect(await read(Buffer.from("%PDF"), new AbortController().signal)).toMatchObject({ ok: false });
});

test("a file that was handed over is still whole for its owner", async () => {
  const { read } = createReader();
  const bytes = Buffer.from(pdfWith(["mine"]));
  const before = bytes.toString("latin1");
  expect(await read(bytes, new AbortController().signal)).toEqual({ ok: true, value: "--- page 1 of 1 ---\nmine" });
  expect(bytes.toString("latin1")).toBe(before);
});
