import type { Worker } from "node:worker_threads";
import { fail, ok, type Result } from "../../src-preload/contract/result.ts";
import { z } from "../../src-preload/contract/zod.ts";
import { createLane } from "../bus/lane.ts";
import type { Clock } from "../host.ts";
import { reasonOf, systemCodeOf } from "../thrown.ts";

/** What a thread was given turned into what is wanted of it, or why not. Throws the signal's reason once it is given. */
export type ThreadReader<Input, Value> = (input: Input, signal: AbortSignal) => Promise<Result<Value, string>>;

/** What a thread says once, at its end. */
export type ThreadAnswer =
  | { readonly kind: "done"; readonly value: unknown }
  | { readonly kind: "failure"; readonly reason: string };

const answerSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("done"), value: z.unknown() }),
  z.object({ kind: z.literal("failure"), reason: z.string() }),
]);

export interface ThreadSurroundings {
  /** The script of the thread. */
  readonly script: URL;
  readonly clock: Pick<Clock, "setTimer">;
  /** Bytes that the process holds: what a thread unpacks is not in the limits of its heap. */
  readonly memoryInUse: () => number;
}

export interface ThreadOptions<Value> extends ThreadSurroundings {
  readonly name: string;
  readonly limitSeconds: number;
  readonly value: z.ZodType<Value>;
}

const heapMegabytes = 512;
const maxGrowth = 1_500_000_000;
const memoryLookMs = 250;

/**
 * Reads what strangers wrote in a thread of its own, one after the other, so that hostile input holds up nothing but others of
 * its kind, and that not for long. The thread is started for one input and ended after it.
 */
export function createThreadReader<Input, Value>(options: ThreadOptions<Value>): ThreadReader<Input, Value> {
  const lane = createLane();
  return async (input, signal) => {
    signal.throwIfAborted();
    const { promise: stopped, reject } = Promise.withResolvers<never>();
    const stop = (): void => reject(signal.reason);
    signal.addEventListener("abort", stop, { once: true });
    try {
      return await Promise.race([lane(() => readInThread(input, options, signal)), stopped]);
    } finally {
      signal.removeEventListener("abort", stop);
    }
  };
}

async function readInThread<Value>(
  input: unknown,
  options: ThreadOptions<Value>,
  signal: AbortSignal,
): Promise<Result<Value, string>> {
  if (signal.aborted) return fail("reading it was stopped");
  const { limitSeconds } = options;
  const { promise, resolve } = Promise.withResolvers<Result<Value, string>>();
  const worker = startThread(input, options);
  worker.on("message", (value: unknown) => resolve(resultOf(value, options)));
  worker.on("error", (error) => resolve(fail(reasonOfEnd(error))));
  worker.on("exit", () => resolve(fail("its reader ended without an answer")));
  const stop = (): void => resolve(fail("reading it was stopped"));
  signal.addEventListener("abort", stop, { once: true });
  using _limit = options.clock.setTimer(limitSeconds * 1000, () =>
    resolve(fail(`it takes longer than ${limitSeconds} seconds to read`)),
  );
  using _memory = watchMemory(options, () => resolve(fail("it takes too much memory to read")));
  try {
    return await promise;
  } finally {
    signal.removeEventListener("abort", stop);
    await worker.terminate();
  }
}

/** Bytes are handed over, and not shared. */
function startThread(input: unknown, { script, name }: Pick<ThreadOptions<unknown>, "script" | "name">): Worker {
  // Loaded with the first one.
  const { Worker } = process.getBuiltinModule("node:worker_threads");
  const bytes = input instanceof Uint8Array ? new Uint8Array(input) : null;
  return new Worker(script, {
    name,
    workerData: bytes ?? input,
    transferList: bytes === null ? [] : [bytes.buffer],
    env: {},
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytes, maxYoungGenerationSizeMb: 64 },
  });
}

function resultOf<Value>(told: unknown, { value }: Pick<ThreadOptions<Value>, "value">): Result<Value, string> {
  const answer = answerSchema.safeParse(told);
  if (!answer.success) return fail("its reader gave no answer");
  if (answer.data.kind === "failure") return fail(answer.data.reason);
  const read = value.safeParse(answer.data.value);
  return read.success ? ok(read.data) : fail("its reader gave no answer");
}

function reasonOfEnd(error: unknown): string {
  return systemCodeOf(error) === "ERR_WORKER_OUT_OF_MEMORY" ? "it takes too much memory to read" : reasonOf(error);
}

/** Calls back once the process has grown by more than one reading may cost. */
function watchMemory({ clock, memoryInUse }: ThreadSurroundings, onTooMuch: () => void): Disposable {
  const before = memoryInUse();
  let timer: Disposable;
  const look = (): void => {
    if (memoryInUse() - before > maxGrowth) onTooMuch();
    else timer = clock.setTimer(memoryLookMs, look);
  };
  timer = clock.setTimer(memoryLookMs, look);
  return { [Symbol.dispose]: () => timer[Symbol.dispose]() };
}
