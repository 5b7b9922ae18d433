import { join } from "node:path";
import type { Clock, Host } from "../host.ts";
import type { FileSystem } from "../storage/file-system.ts";
import { systemCodeOf } from "../thrown.ts";
import { isAlive, type OwnerFile, readOwner } from "./owner-file.ts";
import type { StartOf } from "./process-start.ts";

interface EndParts {
  readonly host: Clock & Pick<Host, "paths">;
  readonly files: FileSystem;
  readonly startOf: StartOf;
  /** How long it may take to end in order, and then to go, in milliseconds. */
  readonly patienceMs: number;
}

/** `unknown`: nothing tells whether the process of that number is the owner, and it is left alone. */
export type OwnerEnd = "ended" | "unknown" | "stays";

const pauseMs = 50;
/** What a file system and a list of processes may differ by in their times. */
const slackMs = 2000;

/**
 * Ends the process that owns a home and does not answer: politely, then by force. Only the very process that wrote owner.json: a
 * number that another process has by now is recognised by when that one began.
 */
export async function endOwner({ host, files, startOf, patienceMs }: EndParts): Promise<OwnerEnd> {
  const path = join(host.paths.home, "owner.json");
  const owner = await readOwner(path, files);
  if (owner === null) return "ended";
  for (const signal of ["SIGTERM", "SIGKILL"] as const) {
    if (!(await isAlive(owner, files))) return "ended";
    const isIt = owner.processStart !== null || (await beganBefore(owner, path, { files, startOf }));
    if (!isIt) return "unknown";
    if (!send(owner.pid, signal)) return "stays";
    if (await isGone(owner, { host, files, patienceMs })) return "ended";
  }
  return "stays";
}

/** Where the file does not say when its process began: before it was written, or it is another one. */
async function beganBefore(
  { pid }: OwnerFile,
  path: string,
  { files, startOf }: Pick<EndParts, "files" | "startOf">,
): Promise<boolean> {
  const [began, { mtimeMs }] = await Promise.all([startOf(pid), files.stat(path)]);
  return began !== null && began <= mtimeMs + slackMs;
}

/** False where this person may not end it. */
function send(pid: number, signal: NodeJS.Signals): boolean {
  try {
    process.kill(pid, signal);
    return true;
  } catch (cause) {
    if (systemCodeOf(cause) === "ESRCH") return true;
    if (systemCodeOf(cause) === "EPERM") return false;
    throw cause;
  }
}

async function isGone(
  owner: OwnerFile,
  { host, files, patienceMs }: Pick<EndParts, "host" | "files" | "patienceMs">,
): Promise<boolean> {
  for (let waited = 0; waited < patienceMs; waited += pauseMs) {
    if (!(await isAlive(owner, files))) return true;
    await new Promise<void>((resolve) => host.setTimer(pauseMs, resolve));
  }
  return !(await isAlive(owner, files));
}
