import type { ChildProcess } from "node:child_process";
import type { Clock } from "../host.ts";
import { systemCodeOf } from "../thrown.ts";

/** A process that leads a group of its own, and what is needed to end it. */
export interface GroupSurroundings {
  readonly platform: NodeJS.Platform;
  readonly clock: Clock;
  /**
   * An entry for the environment that no other process has. On Linux whatever holds it is ended with the group, also
   * what left the group.
   */
  readonly mark?: { readonly name: string; readonly value: string };
}

/** The time a process has to end by itself, in milliseconds. */
const termMs = 2000;
const pollMs = 25;

/** Ends the group of a process: SIGTERM, two seconds later SIGKILL. Resolves when all of it is gone. */
export async function endGroup(child: ChildProcess, group: GroupSurroundings, exited: Promise<void>): Promise<void> {
  const { clock } = group;
  if (group.platform === "win32") {
    await killWindowsTree(child);
    await firstOf([exited], termMs, clock);
    return;
  }
  signalGroup(child, "SIGTERM");
  const deadline = clock.monotonic() + termMs;
  while ((await hasRunningGroup(child, group)) && clock.monotonic() < deadline) await firstOf([], pollMs, clock);
  signalGroup(child, "SIGKILL");
  await firstOf([exited], termMs, clock);
}

/** What left the group: in a session of its own, or the child of a child that ended. */
export async function endStrays({ mark, platform, clock }: GroupSurroundings): Promise<boolean> {
  if (mark === undefined || platform !== "linux") return false;
  const { endMarkedProcesses } = await import("./marked-processes.ts");
  return endMarkedProcesses(`${mark.name}=${mark.value}`, clock);
}

/** Like `isGroupAlive`, but where the system can tell, ended processes do not count. */
export async function hasRunningGroup(child: ChildProcess, group: GroupSurroundings): Promise<boolean> {
  if (child.pid === undefined || !isGroupAlive(child, group)) return false;
  if (group.platform !== "linux") return true;
  const { hasRunningMember } = await import("./marked-processes.ts");
  return hasRunningMember(child.pid);
}

/** Ended children that nobody has waited for yet count as alive; SIGKILL then does no harm. */
function isGroupAlive(child: ChildProcess, group: GroupSurroundings): boolean {
  return group.platform !== "win32" && signalGroup(child, 0);
}

/** False when the group has no member any more. */
function signalGroup(child: ChildProcess, signal: NodeJS.Signals | 0): boolean {
  if (child.pid === undefined) return false;
  try {
    return process.kill(-child.pid, signal);
  } catch (error) {
    const code = systemCodeOf(error);
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

export function once(child: ChildProcess, event: "exit" | "close"): Promise<void> {
  return new Promise((resolve) => child.once(event, () => resolve()));
}

/** Resolves with the first of the promises, or after `ms`. */
export async function firstOf(promises: readonly Promise<unknown>[], ms: number, clock: Clock): Promise<void> {
  const { promise: elapsed, resolve } = Promise.withResolvers<void>();
  using _timer = clock.setTimer(ms, resolve);
  await Promise.race([...promises, elapsed]);
}
