import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseBoundedJson } from "../../src-preload/contract/bounded-json.ts";
import { z } from "../../src-preload/contract/zod.ts";
import type { Host } from "../host.ts";
import { NotAFileError, readRegular } from "../settings/read-regular.ts";
import type { FileSystem } from "../storage/file-system.ts";
import { systemCodeOf } from "../thrown.ts";

const ownerSchema = z.object({
  pid: z.number().int().positive(),
  /** The kernel's start time of that process where it can be known, so that a reused pid is not taken for it. */
  processStart: z.string().nullable(),
  /** The path of the local socket. */
  socket: z.string(),
  /** What its child processes carry in their environment (`ownerMarkName`), so that they are known when it is gone. */
  mark: z.string().max(100).optional(),
});
export type OwnerFile = z.infer<typeof ownerSchema>;

/** Unix sockets have short names: 104 bytes on macOS, 108 on Linux. */
const maxSocketPath = 100;

/** Where the owner of a home listens: in the home, or under a short name derived from it. */
export function socketPathOf(home: string, platform: NodeJS.Platform): string {
  if (platform === "win32") return `\\\\.\\pipe\\perch-${digestOf(home)}`;
  const inside = join(home, "owner.sock");
  return Buffer.byteLength(inside) <= maxSocketPath ? inside : join(tmpdir(), `perch-${digestOf(home)}.sock`);
}

/** Crypto is loaded only where it is needed: most homes have a short name. */
function digestOf(home: string): string {
  const { createHash } = process.getBuiltinModule("node:crypto");
  return createHash("sha256").update(home).digest("hex").slice(0, 16);
}

/** The owner that a home names; null when there is none or the file makes no sense. */
export async function readOwner(path: string, files: FileSystem): Promise<OwnerFile | null> {
  try {
    const parsed = ownerSchema.safeParse(parseBoundedJson(await readRegular(files, path)));
    return parsed.success ? parsed.data : null;
  } catch (cause) {
    if (cause instanceof SyntaxError || cause instanceof NotAFileError || systemCodeOf(cause) === "ENOENT") return null;
    throw cause;
  }
}

export async function ownerOf(host: Host, files: FileSystem, socket: string): Promise<OwnerFile> {
  return { pid: host.pid, processStart: await processStart(host.pid, files), socket };
}

/** True while the very process that wrote the file is running. */
export async function isAlive(owner: OwnerFile, files: FileSystem): Promise<boolean> {
  if (!processExists(owner.pid)) return false;
  if (owner.processStart === null) return true;
  return (await processStart(owner.pid, files)) === owner.processStart;
}

function processExists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (cause) {
    return systemCodeOf(cause) === "EPERM";
  }
}

/** Field 22 of /proc/PID/stat; null where there is no /proc. A zombie counts as gone. */
async function processStart(pid: number, files: FileSystem): Promise<string | null> {
  try {
    const stat = await files.readFile(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return fields[0] === "Z" ? "zombie" : (fields[19] ?? null);
  } catch (cause) {
    if (systemCodeOf(cause) === "ENOENT" || systemCodeOf(cause) === "ESRCH") return null;
    throw cause;
  }
}
