import type { Readable, Writable } from "node:stream";
import spawn from "cross-spawn";
import { fail, ok, type Result } from "../../src-preload/contract/result.ts";
import { reasonOf } from "../thrown.ts";
import { endGroup, endStrays, firstOf, type GroupSurroundings, hasRunningGroup, once } from "./process-group.ts";

export interface ServiceRequest extends GroupSurroundings {
  readonly file: string;
  readonly arguments: readonly string[];
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
}

/** A program that stays and is talked with. */
export interface ServiceProcess {
  readonly pid: number;
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly stderr: Readable;
  /** The end of the process itself; its child processes may still run. */
  readonly exited: Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }>;
  /** Closes its stdin and, where that is not enough, ends it with all that it started. Never throws; twice is once. */
  end(): Promise<void>;
}

/** Servers that follow the protocol end when their input is closed. */
const politeMs = 500;

/**
 * Starts a program in a process group of its own with all three pipes open. `.cmd` files of Windows start as well. Fails
 * with the system's reason where it could not be started.
 */
export async function startService(request: ServiceRequest): Promise<Result<ServiceProcess, string>> {
  const { file, folder, platform, mark } = request;
  const env = { ...request.env, ...(mark === undefined ? {} : { [mark.name]: mark.value }) };
  const place = { cwd: folder, detached: platform !== "win32", windowsHide: true };
  try {
    const child = spawn(file, [...request.arguments], { ...place, env, stdio: ["pipe", "pipe", "pipe"] });
    const { promise: failed, resolve: fails } = Promise.withResolvers<Error>();
    // Later ones are those of a signal; the group is asked whether it lives anyway.
    child.on("error", fails);
    const exit = once(child, "exit");
    const started = new Promise<null>((resolve) => child.once("spawn", () => resolve(null)));
    const failure = await Promise.race([started, failed]);
    const { pid, stdin, stdout, stderr } = child;
    if (failure !== null) return fail(failure.message);
    if (pid === undefined || stdin === null || stdout === null || stderr === null) return fail(file);
    let ending: Promise<void> | null = null;
    const end = async (): Promise<void> => {
      stdin.end();
      await firstOf([exit], politeMs, request.clock);
      if (child.exitCode === null || (await hasRunningGroup(child, request))) await endGroup(child, request, exit);
      await endStrays(request);
      stdout.destroy();
      stderr.destroy();
    };
    const exited = exit.then(() => ({ code: child.exitCode, signal: child.signalCode }));
    return ok({
      pid,
      stdin,
      stdout,
      stderr,
      exited,
      end() {
        ending ??= end();
        return ending;
      },
    });
  } catch (cause) {
    // A command line that is too long, or holds a NUL.
    return fail(reasonOf(cause));
  }
}
