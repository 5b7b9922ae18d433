import type { ChildProcess } from "node:child_process";
import { pipeline, Readable, type Writable } from "node:stream";
import { reasonOf, systemCodeOf } from "../thrown.ts";
import { endGroup, endStrays, firstOf, type GroupSurroundings, hasRunningGroup, once } from "./process-group.ts";

export interface ChildRequest extends GroupSurroundings {
  readonly file: string;
  readonly arguments: readonly string[];
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  /** What it reads from stdin; nothing unless given. */
  readonly input?: AsyncIterable<Uint8Array>;
}

export type ChildEnd =
  | { readonly kind: "not-started"; readonly code: string | null; readonly message: string }
  | {
      /** `exited`: by itself. `timed-out`, `stopped`: it was ended, by the time limit or by the signal. */
      readonly kind: "exited" | "timed-out" | "stopped";
      readonly code: number | null;
      readonly signal: NodeJS.Signals | null;
      /** Processes that were still running when the first one had ended by itself, and were ended. */
      readonly hadLeftovers: boolean;
    };

/** After the process ended by itself, its helpers get this long to finish writing. */
const drainMs = 200;
/** Pipes that are still open after the kill belong to someone who left the group: they are let go. */
const lastOutputMs = 250;

/**
 * Runs a program in a process group of its own, with closed stdin unless it is given input, and resolves when it and all
 * of its group are gone (with a mark, on Linux, all that it started): by themselves, or by SIGTERM and two seconds later
 * SIGKILL. Never waits for a pipe that a stray process holds.
 */
export function runChild(
  request: ChildRequest,
  onOutput: (chunk: Buffer, stream: "stdout" | "stderr") => void,
): Promise<ChildEnd> {
  const started = startChild(request);
  if ("kind" in started) return Promise.resolve(started);
  const child = started;
  child.stdout?.on("data", (chunk: Buffer) => onOutput(chunk, "stdout"));
  child.stderr?.on("data", (chunk: Buffer) => onOutput(chunk, "stderr"));
  return new Promise((resolve) => {
    // Once it runs, an error can only be that of a signal, and the group is asked whether it lives anyway.
    child.on("error", (error) => {
      if (child.pid === undefined) resolve(notStarted(error));
    });
    child.once("spawn", () => resolve(superviseGroup(child, request)));
  });
}

function startChild(request: ChildRequest): ChildProcess | ChildEnd {
  try {
    // Loaded with the first command: most runs start faster without it.
    const { spawn } = process.getBuiltinModule("node:child_process");
    return spawn(request.file, [...request.arguments], {
      cwd: request.folder,
      env: { ...request.env, ...(request.mark === undefined ? {} : { [request.mark.name]: request.mark.value }) },
      detached: request.platform !== "win32",
      stdio: [request.input === undefined ? "ignore" : "pipe", "pipe", "pipe"],
      windowsHide: true,
    });
  } catch (error) {
    // Some failures throw instead of being emitted: a command line that is too long or holds a NUL.
    return notStarted(error);
  }
}

function notStarted(error: unknown): ChildEnd {
  return { kind: "not-started", code: systemCodeOf(error), message: reasonOf(error) };
}

async function superviseGroup(child: ChildProcess, request: ChildRequest): Promise<ChildEnd> {
  const { clock, signal } = request;
  const exited = once(child, "exit");
  const closed = once(child, "close");
  const { promise: interrupted, resolve: interrupt } = Promise.withResolvers<"timed-out" | "stopped">();
  using _limit = clock.setTimer(request.timeoutMs, () => interrupt("timed-out"));
  const onAbort = () => interrupt("stopped");
  signal.addEventListener("abort", onAbort, { once: true });
  feed(child.stdin, request.input);
  if (signal.aborted) onAbort();
  try {
    let kind: "exited" | "timed-out" | "stopped" = await Promise.race([
      exited.then(() => "exited" as const),
      interrupted,
    ]);
    if (kind === "exited") {
      await firstOf([closed, interrupted], drainMs, clock);
    }
    const hasGroup = kind === "exited" && (await hasRunningGroup(child, request));
    if (kind !== "exited" || hasGroup) await endGroup(child, request, exited);
    const hadStrays = await endStrays(request);
    const hadLeftovers = kind === "exited" && (hasGroup || hadStrays);
    await firstOf([closed], lastOutputMs, clock);
    if (kind === "exited" && signal.aborted) kind = "stopped";
    return { kind, code: child.exitCode, signal: child.signalCode, hadLeftovers };
  } finally {
    signal.removeEventListener("abort", onAbort);
    letGo(child.stdin);
    letGo(child.stdout);
    letGo(child.stderr);
  }
}

function feed(stdin: Writable | null, input: ChildRequest["input"]): void {
  if (stdin === null || input === undefined) return;
  // A program may end before it has read all; how it ended is told by its exit.
  pipeline(Readable.from(input), stdin, () => undefined);
}

function letGo(stream: Readable | Writable | null): void {
  stream?.destroy();
}
