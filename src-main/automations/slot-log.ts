import { join } from "node:path";
import { type SlotLine, slotLineSchema } from "../../src-preload/contract/automations.ts";
import { parseBoundedJson } from "../../src-preload/contract/bounded-json.ts";
import { type AsyncResult, fail, ok } from "../../src-preload/contract/result.ts";
import type { Host } from "../host.ts";
import { openAppendLog } from "../storage/append-log.ts";
import type { FileSystem } from "../storage/file-system.ts";
import { readLinesForward } from "../storage/read-tail.ts";
import { storageError } from "../storage/storage-error.ts";
import { isMissing } from "../thrown.ts";

/** What became of each time of each job, in files by month that only grow. */
export interface SlotLog extends AsyncDisposable {
  /** Resolves once it is on the disk. */
  add(line: SlotLine): AsyncResult<void>;
  /** The lines of the last three months, or all of them, oldest first. A line that cannot be read costs no other one. */
  read(which?: "recent" | "all"): AsyncResult<readonly SlotLine[]>;
}

interface SlotLogParts {
  readonly host: Pick<Host, "log" | "monotonic" | "now" | "platform" | "setTimer">;
  readonly files: FileSystem;
  readonly folder: string;
  readonly backups: string;
}

const fileName = /^\d{4}-\d{2}\.jsonl$/;
const chunkBytes = 128 * 1024;
const maxLineBytes = 64 * 1024;

export function createSlotLog({ host, files, folder, backups }: SlotLogParts): SlotLog {
  const { log, platform } = host;
  const logs = new Map<string, ReturnType<typeof openAppendLog>>();

  function logOf(month: string) {
    const opened = logs.get(month);
    if (opened !== undefined) return opened;
    const path = join(folder, `${month}.jsonl`);
    const made = openAppendLog({ path, files, backups, log, clock: host, platform, syncsEachWrite: true });
    logs.set(month, made);
    return made;
  }

  async function readMonth(name: string, lines: SlotLine[]): Promise<void> {
    await using handle = await files.open(join(folder, name), "r");
    const { size } = await handle.stat();
    let damaged = 0;
    await readLinesForward(handle, { end: size, chunkBytes, maxLineBytes }, ({ text }) => {
      const line = parseLine(text);
      if (line === null) damaged += 1;
      else lines.push(line);
      return true;
    });
    if (damaged > 0) log("warn", "the log of the jobs has lines that cannot be read", { name, damaged });
  }

  return {
    async add(line) {
      const written = await logOf(line.time.slice(0, 7)).append([JSON.stringify(line)]);
      return written.ok ? ok(undefined) : written;
    },
    async read(which = "recent") {
      const lines: SlotLine[] = [];
      try {
        const months = (await files.readdir(folder)).filter((name) => fileName.test(name)).toSorted();
        for (const name of months.slice(which === "all" ? 0 : -3)) await readMonth(name, lines);
        return ok(lines);
      } catch (cause) {
        return isMissing(cause) ? ok([]) : fail(storageError(cause, folder));
      }
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([...logs.values()].map((one) => one.release()));
    },
  };
}

/** Null for what is no line of it. */
function parseLine(line: string | null): SlotLine | null {
  try {
    const parsed = slotLineSchema.safeParse(parseBoundedJson(line ?? ""));
    return parsed.success ? parsed.data : null;
  } catch (cause) {
    if (cause instanceof SyntaxError) return null;
    throw cause;
  }
}
