import { connect, createServer, type Socket } from "node:net";
import { join } from "node:path";
import { contractError } from "../../src-preload/contract/errors.ts";
import { type AsyncResult, fail, ok } from "../../src-preload/contract/result.ts";
import type { Host } from "../host.ts";
import type { FileSystem } from "../storage/file-system.ts";
import { type SettledSwap, settleSwap } from "../storage/swap-parts.ts";
import { reasonOf, systemCodeOf } from "../thrown.ts";
import { text } from "../words.ts";
import { isAlive, type OwnerFile, ownerOf, readOwner, socketPathOf } from "./owner-file.ts";

/** The role of a process for a home: its owner, which listens, or a client connected to the owner. */
export type Claim =
  | { readonly kind: "owner"; readonly listener: OwnerListener }
  | { readonly kind: "attached"; readonly socket: Socket; readonly pid: number };

/** The local socket of an owner. Processes that come before there is somebody to serve them wait. */
export interface OwnerListener {
  accept(serve: (socket: Socket) => void): void;
  /** Nobody can attach any more; who comes now waits for the end of this process and then claims the home. */
  refuse(): void;
  /** What the children of this owner carry, and what those of the owner before it carried where that one died. */
  readonly marks: OwnerMarks;
  /** Gives the home up. Sockets that were accepted must be closed before. */
  release(): Promise<void>;
}

interface OwnerMarks {
  readonly own: string;
  readonly former: string | null;
  /** What became of a restore that was ordered before. */
  readonly restored?: SettledSwap;
}

/** How long an owner that starts or ends is waited for, in milliseconds, and how often it is looked at. */
const usualPatienceMs = 20_000;
const pauseMs = 25;

/**
 * Makes this process the owner of the home, or connects it to the one there is. Dead owners are recognised by their
 * process id and start time and replaced; every change of owner.json happens under owner.lock. `timeout`: its owner lives and
 * lets nobody in.
 */
export async function claimHome(host: Host, files: FileSystem, patienceMs = usualPatienceMs): AsyncResult<Claim> {
  const { home } = host.paths;
  try {
    await files.mkdir(home, { recursive: true, mode: 0o700 });
    return await claim(host, files, patienceMs);
  } catch (cause) {
    const code = systemCodeOf(cause);
    if (code === "ENOSPC" || code === "EDQUOT")
      return fail(contractError("disk-full", text("owner.diskFull", { home })));
    const reason = reasonOf(cause);
    return fail(contractError("storage", text("owner.unwritable", { home, reason })));
  }
}

async function claim(host: Host, files: FileSystem, patienceMs: number): AsyncResult<Claim> {
  const path = join(host.paths.home, "owner.json");
  const until = host.monotonic() + patienceMs;
  for (;;) {
    const owner = await readOwner(path, files);
    if (owner !== null && (await isAlive(owner, files))) {
      const socket = await reach(owner.socket);
      if (socket !== null) return ok({ kind: "attached", socket, pid: owner.pid });
    } else {
      const owned = await withLock(host, files, () => takeOver(host, files, path));
      if (owned !== null) return ok(owned);
    }
    if (host.monotonic() > until) {
      const { home } = host.paths;
      return fail(contractError("timeout", text("owner.unanswered", { pid: owner?.pid ?? 0, home })));
    }
    await new Promise<void>((resolve) => host.setTimer(pauseMs, resolve));
  }
}

/** Under the lock: listens and writes owner.json, unless a living owner came first. */
async function takeOver(host: Host, files: FileSystem, path: string): Promise<Claim | null> {
  const owner = await readOwner(path, files);
  if (owner !== null && (await isAlive(owner, files))) return null;
  const socketPath = socketPathOf(host.paths.home, host.platform);
  if (host.platform !== "win32") await files.rm(socketPath, { force: true });
  const listener = await listen(socketPath);
  const own = host.createId();
  let restored: SettledSwap;
  try {
    if (host.platform !== "win32") await files.chmod(socketPath, 0o600);
    const named: OwnerFile = { ...(await ownerOf(host, files, socketPath)), mark: own };
    await files.writeFile(path, `${JSON.stringify(named)}\n`, { mode: 0o600 });
    restored = await settleSwap(host.paths.home, files);
  } catch (cause) {
    // A full disk: what listens would keep the process, and half a file the home.
    await listener.close();
    await files.rm(path, { force: true });
    throw cause;
  }
  const release = async (): Promise<void> => {
    await listener.close();
    await files.rm(path, { force: true });
  };
  const marks: OwnerMarks = { own, former: owner?.mark ?? null, restored };
  return { kind: "owner", listener: { accept: listener.accept, refuse: () => void listener.close(), marks, release } };
}

function listen(socketPath: string): Promise<{ accept: OwnerListener["accept"]; close: () => Promise<void> }> {
  const early: Socket[] = [];
  let serve = (socket: Socket): void => void early.push(socket);
  let closed: Promise<void> | null = null;
  const server = createServer({ noDelay: true }, (socket) => serve(socket));
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(socketPath, () => {
      server.off("error", reject);
      resolve({
        accept(next) {
          serve = next;
          for (const socket of early.splice(0)) next(socket);
        },
        close() {
          closed ??= new Promise((done) => server.close(() => done()));
          return closed;
        },
      });
    });
  });
}

/** A socket to the living owner of a home, or null. Claims nothing. */
export async function reachOwner(host: Host, files: FileSystem): Promise<Socket | null> {
  const owner = await readOwner(join(host.paths.home, "owner.json"), files);
  return owner !== null && (await isAlive(owner, files)) ? reach(owner.socket) : null;
}

function reach(socketPath: string): Promise<Socket | null> {
  return new Promise((resolve) => {
    const socket = connect(socketPath);
    socket.once("error", () => resolve(null));
    socket.once("connect", () => {
      socket.removeAllListeners("error");
      resolve(socket);
    });
  });
}

/** Null when another process holds the lock just now. A lock whose process died is removed. */
async function withLock<Value>(host: Host, files: FileSystem, work: () => Promise<Value>): Promise<Value | null> {
  const path = join(host.paths.home, "owner.lock");
  try {
    await files.writeFile(path, JSON.stringify(await ownerOf(host, files, "")), { flag: "wx", mode: 0o600 });
  } catch (cause) {
    if (systemCodeOf(cause) !== "EEXIST") {
      // On a full disk the file may be there, and empty.
      await files.rm(path, { force: true });
      throw cause;
    }
    const holder = await readOwner(path, files);
    if (holder === null ? await isOld(path, host, files) : !(await isAlive(holder, files))) {
      await removeStale(path, host, files);
    }
    return null;
  }
  try {
    return await work();
  } finally {
    await files.rm(path, { force: true });
  }
}

/**
 * Moves a stale lock aside before it goes: another process may have removed it and taken the lock a moment ago, and that
 * one gets its lock back.
 */
async function removeStale(path: string, host: Host, files: FileSystem): Promise<void> {
  const aside = `${path}.${host.pid}`;
  try {
    await files.rename(path, aside);
    const holder = await readOwner(aside, files);
    if (holder !== null && (await isAlive(holder, files))) await files.link(aside, path);
  } catch (cause) {
    if (systemCodeOf(cause) !== "ENOENT" && systemCodeOf(cause) !== "EEXIST") throw cause;
  }
  await files.rm(aside, { force: true });
}

/** A lock without a readable owner was being written when its process died, or is being written right now. */
async function isOld(path: string, host: Host, files: FileSystem): Promise<boolean> {
  try {
    return host.now() - (await files.stat(path)).mtimeMs > 2000;
  } catch (cause) {
    if (systemCodeOf(cause) === "ENOENT") return false;
    throw cause;
  }
}
