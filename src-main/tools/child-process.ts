import type { ChildProcess } from "node:child_process";
import type { Readable } from "node:stream";
import type { Clock } from "../host.ts";
import { errorCode, errorText } from "./tool-failure.ts";

export interface ChildRequest {
  readonly file: string;
  readonly arguments: readonly string[];
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  readonly platform: NodeJS.Platform;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  /**
   * An entry for the environment that no other process has. On Linux whatever holds it is ended with the group, also
   * what left the group.
   */
  readonly mark?: { readonly name: string; readonly value: string };
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
const termMs = 2000;
const pollMs = 25;
/** Pipes that are still open after the kill belong to someone who left the group: they are let go. */
const lastOutputMs = 250;

/**
 * Runs a program in a process group of its own, with closed stdin, and resolves when it and all of its group are
 * gone (with a mark, on Linux, all that it started): by themselves, or by SIGTERM and two seconds later SIGKILL. Never waits for a pipe that a stray process holds.
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
      stdio: ["ignore", "pipe", "pipe"],
      windowsHide: true,
    });
  } catch (error) {
    // Some failures throw instead of being emitted: a command line that is too long or holds a NUL.
    return notStarted(error);
  }
}

function notStarted(error: unknown): ChildEnd {
  return { kind: "not-started", code: errorCode(error), message: errorText(error) };
}

async function superviseGroup(child: ChildProcess, request: ChildRequest): Promise<ChildEnd> {
  const { clock, signal } = request;
  const exited = once(child, "exit");
  const closed = once(child, "close");
  const { promise: interrupted, resolve: interrupt } = Promise.withResolvers<"timed-out" | "stopped">();
  using _limit = clock.setTimer(request.timeoutMs, () => interrupt("timed-out"));
  const onAbort = () => interrupt("stopped");
  signal.addEventListener("abort", onAbort, { once: true });
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
    letGo(child.stdout);
    letGo(child.stderr);
  }
}

async function endGroup(child: ChildProcess, request: ChildRequest, exited: Promise<void>): Promise<void> {
  const { clock } = request;
  if (request.platform === "win32") {
    await killWindowsTree(child);
    await firstOf([exited], termMs, clock);
    return;
  }
  signalGroup(child, "SIGTERM");
  const deadline = clock.monotonic() + termMs;
  while ((await hasRunningGroup(child, request)) && clock.monotonic() < deadline) await firstOf([], pollMs, clock);
  signalGroup(child, "SIGKILL");
  await firstOf([exited], termMs, clock);
}

/** What left the group: in a session of its own, or the child of a child that ended. */
async function endStrays({ mark, platform, clock }: ChildRequest): Promise<boolean> {
  if (mark === undefined || platform !== "linux") return false;
  const { endMarkedProcesses } = await import("./marked-processes.ts");
  return endMarkedProcesses(`${mark.name}=${mark.value}`, clock);
}

/** Like `isGroupAlive`, but where the system can tell, ended processes do not count. */
async function hasRunningGroup(child: ChildProcess, request: ChildRequest): Promise<boolean> {
  if (child.pid === undefined || !isGroupAlive(child, request)) return false;
  if (request.platform !== "linux") return true;
  const { hasRunningMember } = await import("./marked-processes.ts");
  return hasRunningMember(child.pid);
}

/** Ended children that nobody has waited for yet count as alive; SIGKILL then does no harm. */
function isGroupAlive(child: ChildProcess, request: ChildRequest): boolean {
  return request.platform !== "win32" && signalGroup(child, 0);
}

/** False when the group has no member any more. */
function signalGroup(child: ChildProcess, signal: NodeJS.Signals | 0): boolean {
  if (child.pid === undefined) return false;
  try {
    return process.kill(-child.pid, signal);
  } catch (error) {
    const code = errorCode(error);
    if (code === "ESRCH") return false;
    if (code === "EPERM") return true;
    throw error;
  }
}

function killWindowsTree(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    const { spawn } = process.getBuiltinModule("node:child_process");
    const killer = spawn("taskkill", ["/pid", String(child.pid), "/T", "/F"], { stdio: "ignore", windowsHide: true });
    killer.once("error", () => {
      child.kill("SIGKILL");
      resolve();
    });
    killer.once("exit", () => resolve());
  });
}

function once(child: ChildProcess, event: "exit" | "close"): Promise<void> {
  return new Promise((resolve) => child.once(event, () => resolve()));
}

/** Resolves with the first of the promises, or after `ms`. */
async function firstOf(promises: readonly Promise<unknown>[], ms: number, clock: Clock): Promise<void> {
  const { promise: elapsed, resolve } = Promise.withResolvers<void>();
  using _timer = clock.setTimer(ms, resolve);
  await Promise.race([...promises, elapsed]);
}

function letGo(stream: Readable | null): void {
  stream?.destroy();
}
