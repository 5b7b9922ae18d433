import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import type { Socket } from "node:net";
import { join } from "node:path";
import type { FileSystem } from "../storage/file-system.ts";
import { systemCodeOf } from "../thrown.ts";
import { readOwner } from "./owner-file.ts";

/*
 * Whether a client is a command that the agent itself runs: such a one may not change what is allowed. Linux alone, where
 * the kernel tells; a process that emptied its environment and left its tree is not recognised (decision 0015).
 */

/** Every command of the agent carries it in its environment; see tools/exec.ts. */
const mark = "PERCH_EXEC=";
/** And what its owner is known by; see tools/leftovers.ts. Commands of another home are no matter of this one. */
const ownerMark = "PERCH_OWNER=";

/** What the processes of a home's owner carry; null where that is not known, and every command counts. */
export type OwnerMark = () => Promise<string | null>;

/** The mark of whoever owns a home now. */
export function markOfOwner(home: string, files: FileSystem): OwnerMark {
  return async () => (await readOwner(join(home, "owner.json"), files))?.mark ?? null;
}

/** The processes of commands that run now: those with the mark, and what descends from them. */
function commandProcesses(owner: string | null): ReadonlySet<number> {
  const found = new Set<number>();
  const pids = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
  for (const pid of pids) if (pid !== process.pid && isMarked(pid, owner)) found.add(pid);
  if (found.size === 0) return found;
  const parents = new Map(pids.map((pid) => [pid, parentOf(pid)]));
  for (const pid of pids) {
    for (let at: number | undefined = pid; at !== undefined && at > 1; at = parents.get(at)) {
      if (found.has(at)) found.add(pid);
      if (found.has(pid)) break;
    }
  }
  return found;
}

function isMarked(pid: number, owner: string | null): boolean {
  const variables = (ifThere(() => readFileSync(`/proc/${pid}/environ`, "latin1")) ?? "").split("\0");
  const isOurs = owner === null || variables.includes(`${ownerMark}${owner}`);
  return isOurs && variables.some((variable) => variable.startsWith(mark));
}

/** See proc_pid_stat(5): the name stands in brackets and may hold brackets itself. */
function parentOf(pid: number): number {
  const stat = ifThere(() => readFileSync(`/proc/${pid}/stat`, "latin1")) ?? "";
  return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1] ?? 0);
}

/** Null for a process that is gone or belongs to someone else. */
function ifThere<Value>(read: () => Value): Value | null {
  try {
    return read();
  } catch (cause) {
    if (["ENOENT", "ESRCH", "EACCES", "EPERM"].includes(systemCodeOf(cause) ?? "")) return null;
    throw cause;
  }
}

/**
 * Asks each time anew whether the client of the local socket may be a command. The kernel does not tell who is at its other
 * end; a client that was there while no command ran is none, now and later.
 */
export function traceLocal(socket: Socket, ownerOf: OwnerMark): () => Promise<boolean> {
  let isCleared = process.platform !== "linux";
  return async () => {
    if (isCleared) return false;
    if (commandProcesses(await ownerOf()).size > 0) return true;
    if (await isGone(socket)) return true;
    isCleared = true;
    return false;
  };
}

/** The same for a client that came over TCP, whose process can be found: one that is no command becomes none. */
export function traceWeb(socket: Socket, ownerOf: OwnerMark): () => Promise<boolean> {
  const { remotePort, localPort } = socket;
  let isCleared = process.platform !== "linux";
  return async () => {
    if (isCleared) return false;
    const commands = commandProcesses(await ownerOf());
    const inode = commands.size === 0 ? null : inodeBetween(remotePort, localPort);
    if (inode !== null && [...commands].some((pid) => holds(pid, `socket:[${inode}]`))) return true;
    if (await isGone(socket)) return true;
    isCleared = true;
    return false;
  };
}

/** A client that asked and went at once was not there to be looked at. */
async function isGone(socket: Socket): Promise<boolean> {
  // What the kernel knows of its end is read between two rounds of the event loop.
  for (let round = 0; round < 2; round += 1) await new Promise<void>((resolve) => void setImmediate(resolve));
  return socket.destroyed || socket.readableEnded;
}

/** The socket that a client of this machine talks from; see proc_net_tcp(5). */
function inodeBetween(from: number | undefined, to: number | undefined): string | null {
  const hex = (port = 0): string => `0100007F:${port.toString(16).toUpperCase().padStart(4, "0")}`;
  for (const line of (ifThere(() => readFileSync("/proc/net/tcp", "latin1")) ?? "").split("\n")) {
    const fields = line.trim().split(/\s+/);
    if (fields[1] === hex(from) && fields[2] === hex(to)) return fields[9] ?? null;
  }
  return null;
}

function holds(pid: number, link: string): boolean {
  const names = ifThere(() => readdirSync(`/proc/${pid}/fd`)) ?? [];
  return names.some((name) => ifThere(() => readlinkSync(`/proc/${pid}/fd/${name}`)) === link);
}
