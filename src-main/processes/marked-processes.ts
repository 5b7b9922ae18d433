import { readdirSync, readFileSync } from "node:fs";
import type { Clock } from "../host.ts";
import { systemCodeOf } from "../thrown.ts";

/** The time a process of the group has to end by itself, in milliseconds. */
const termMs = 2000;
/** After SIGKILL; only one that the kernel itself holds is still there then. */
const killMs = 2000;
const pollMs = 25;
/** A process has no environment for a moment while it becomes another program. */
const settleMs = 5;

/**
 * Ends every process that has `entry` (`NAME=value`) in the environment it was started with, wherever in the tree of
 * processes it went: SIGTERM, after two seconds SIGKILL, until none is left. True when there was one. Linux alone; those
 * of other users and those that emptied their environment are not seen.
 */
export async function endMarkedProcesses(entry: string, clock: Clock): Promise<boolean> {
  let found = await findMarked(entry, clock);
  let hasEnded = false;
  const asked = new Set<number>();
  const deadline = clock.monotonic() + termMs;
  while (found.length > 0 && clock.monotonic() < deadline + killMs) {
    const isOver = clock.monotonic() >= deadline;
    for (const pid of found) {
      if (!isOver && asked.has(pid)) continue;
      asked.add(pid);
      if (endProcess(pid, isOver ? "SIGKILL" : "SIGTERM")) hasEnded = true;
    }
    await pause(pollMs, clock);
    found = await findMarked(entry, clock);
  }
  return hasEnded;
}

/** True when a process of the group still runs: one that ended and that nobody collected does not. */
export function hasRunningMember(group: number): boolean {
  return processIds().some((pid) => {
    const status = statusOf(pid);
    return status !== null && status.group === group && !status.hasEnded;
  });
}

async function findMarked(entry: string, clock: Clock): Promise<readonly number[]> {
  const seen = processIds().map((pid) => look(pid, entry));
  const marked = seen.filter(({ kind }) => kind === "marked");
  const unsettled = seen.filter(({ kind }) => kind === "unsettled");
  if (unsettled.length > 0) {
    await pause(settleMs, clock);
    marked.push(...unsettled.map(({ pid }) => look(pid, entry)).filter(({ kind }) => kind === "marked"));
  }
  return marked.map(({ pid }) => pid);
}

interface Look {
  readonly pid: number;
  readonly kind: "marked" | "other" | "unsettled";
}

function look(pid: number, entry: string): Look {
  const environment = readProcessFile(pid, "environ");
  if (environment === null || pid === process.pid) return { pid, kind: "other" };
  if (environment !== "") return { pid, kind: environment.split("\0").includes(entry) ? "marked" : "other" };
  const status = statusOf(pid);
  return { pid, kind: status === null || status.hasEnded || status.isOfKernel ? "other" : "unsettled" };
}

interface ProcessStatus {
  readonly group: number;
  readonly hasEnded: boolean;
  /** A thread of the kernel, which has no environment. */
  readonly isOfKernel: boolean;
}

/** See proc_pid_stat(5): the name stands in brackets and may hold brackets itself. */
function statusOf(pid: number): ProcessStatus | null {
  const stat = readProcessFile(pid, "stat");
  if (stat === null) return null;
  const [state = "", parent, group] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return { group: Number(group), hasEnded: /[ZX]/.test(state), isOfKernel: pid === 2 || parent === "2" };
}

function processIds(): readonly number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
}

/**
 * Null for a process that is gone or belongs to someone else. Synchronous: the kernel answers at once, and a round
 * through the thread pool for each process takes ten times as long.
 */
function readProcessFile(pid: number, name: "environ" | "stat"): string | null {
  try {
    return readFileSync(`/proc/${pid}/${name}`, "latin1");
  } catch (error) {
    if (["ENOENT", "ESRCH", "EACCES", "EPERM"].includes(systemCodeOf(error) ?? "")) return null;
    throw error;
  }
}

/** False when it was gone already. */
function endProcess(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal);
  } catch (error) {
    if (["ESRCH", "EPERM"].includes(systemCodeOf(error) ?? "")) return false;
    throw error;
  }
}

function pause(ms: number, clock: Clock): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  clock.setTimer(ms, resolve);
  return promise;
}
