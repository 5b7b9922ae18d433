import type { Worker } from "node:worker_threads";
import { fail, ok, type Result } from "../../src-preload/contract/result.ts";
import { z } from "../../src-preload/contract/zod.ts";
import { createLane } from "../bus/lane.ts";
import type { Clock } from "../host.ts";
import { reasonOf, systemCodeOf } from "../thrown.ts";

/** The text of a PDF with a marker before each page, or why there is none. Throws the signal's reason once it is given. */
export type PdfText = (bytes: Uint8Array, signal: AbortSignal) => Promise<Result<string, string>>;

export type PdfAnswer = z.infer<typeof answerSchema>;

const answerSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("text"), text: z.string() }),
  z.object({ kind: z.literal("failure"), reason: z.string() }),
]);

interface PdfReaderOptions {
  /** The script of the thread: `host.paths.pdfWorker`. */
  readonly script: URL;
  readonly clock: Pick<Clock, "setTimer">;
  /** Bytes that the process holds: what a thread unpacks is not in the limits of its heap. */
  readonly memoryInUse: () => number;
}

export const pdfLimitSeconds = 30;
const heapMegabytes = 512;
const maxGrowth = 1_500_000_000;
const memoryLookMs = 250;

/**
 * Reads PDFs in a thread of its own, one after the other, so that a hostile one holds up nothing but other PDFs, and that
 * not for long. The thread is started for one file and ended after it.
 */
export function createPdfReader(options: PdfReaderOptions): PdfText {
  const lane = createLane();
  return async (bytes, signal) => {
    signal.throwIfAborted();
    const { promise: stopped, reject } = Promise.withResolvers<never>();
    const stop = (): void => reject(signal.reason);
    signal.addEventListener("abort", stop, { once: true });
    try {
      return await Promise.race([lane(() => readInThread(bytes, options, signal)), stopped]);
    } finally {
      signal.removeEventListener("abort", stop);
    }
  };
}

async function readInThread(
  bytes: Uint8Array,
  options: PdfReaderOptions,
  signal: AbortSignal,
): Promise<Result<string, string>> {
  if (signal.aborted) return fail("reading it was stopped");
  const { promise, resolve } = Promise.withResolvers<Result<string, string>>();
  const worker = startThread(bytes, options.script);
  worker.on("message", (value: unknown) => resolve(resultOf(value)));
  worker.on("error", (error) => resolve(fail(reasonOfEnd(error))));
  worker.on("exit", () => resolve(fail("its reader ended without an answer")));
  const stop = (): void => resolve(fail("reading it was stopped"));
  signal.addEventListener("abort", stop, { once: true });
  using _limit = options.clock.setTimer(pdfLimitSeconds * 1000, () =>
    resolve(fail(`it takes longer than ${pdfLimitSeconds} seconds to read`)),
  );
  using _memory = watchMemory(options, () => resolve(fail("it takes too much memory to read")));
  try {
    return await promise;
  } finally {
    signal.removeEventListener("abort", stop);
    await worker.terminate();
  }
}

function startThread(bytes: Uint8Array, script: URL): Worker {
  // Loaded with the first PDF.
  const { Worker } = process.getBuiltinModule("node:worker_threads");
  const own = new Uint8Array(bytes);
  return new Worker(script, {
    name: "pdf",
    workerData: own,
    transferList: [own.buffer],
    env: {},
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytes, maxYoungGenerationSizeMb: 64 },
  });
}

function resultOf(value: unknown): Result<string, string> {
  const answer = answerSchema.safeParse(value);
  if (!answer.success) return fail("its reader gave no answer");
  return answer.data.kind === "text" ? ok(answer.data.text) : fail(answer.data.reason);
}

function reasonOfEnd(error: unknown): string {
  return systemCodeOf(error) === "ERR_WORKER_OUT_OF_MEMORY" ? "it takes too much memory to read" : reasonOf(error);
}

/** Calls back once the process has grown by more than a PDF may cost. */
function watchMemory({ clock, memoryInUse }: PdfReaderOptions, onTooMuch: () => void): Disposable {
  const before = memoryInUse();
  let timer: Disposable;
  const look = (): void => {
    if (memoryInUse() - before > maxGrowth) onTooMuch();
    else timer = clock.setTimer(memoryLookMs, look);
  };
  timer = clock.setTimer(memoryLookMs, look);
  return { [Symbol.dispose]: () => timer[Symbol.dispose]() };
}
