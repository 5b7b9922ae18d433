import { join } from "node:path";
import { parseBoundedJson } from "../../src-preload/contract/bounded-json.ts";
import { type AsyncResult, fail, ok } from "../../src-preload/contract/result.ts";
import type { z } from "../../src-preload/contract/zod.ts";
import type { Host } from "../host.ts";
import { isMissing } from "../thrown.ts";
import { openAppendLog } from "./append-log.ts";
import type { FileSystem } from "./file-system.ts";
import { readLinesForward } from "./read-tail.ts";
import { storageError } from "./storage-error.ts";

/** Lines in files by month (`2026-11.jsonl`) that only grow. */
export interface MonthLog<Line> extends AsyncDisposable {
  /** Resolves once it is on the disk. */
  add(line: Line): AsyncResult<void>;
  /** The lines of the last three months, or all of them, oldest first. A line that cannot be read costs no other one. */
  read(which?: "recent" | "all"): AsyncResult<readonly Line[]>;
}

export interface MonthLogParts<Line> {
  readonly host: Pick<Host, "log" | "monotonic" | "now" | "platform" | "setTimer">;
  readonly files: FileSystem;
  readonly folder: string;
  readonly backups: string;
  readonly schema: z.ZodType<Line>;
  /** What it is in the log of the process. */
  readonly name: string;
}

const fileName = /^\d{4}-\d{2}\.jsonl$/;
const chunkBytes = 128 * 1024;
const maxLineBytes = 64 * 1024;

/** `time` of a line is ISO 8601. */
export function createMonthLog<Line extends { readonly time: string }>(parts: MonthLogParts<Line>): MonthLog<Line> {
  const { host, files, folder, backups } = parts;
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

  async function readMonth(name: string, lines: Line[]): Promise<void> {
    await using handle = await files.open(join(folder, name), "r");
    const { size } = await handle.stat();
    let damaged = 0;
    await readLinesForward(handle, { end: size, chunkBytes, maxLineBytes }, ({ text }) => {
      const line = parseLine(text, parts.schema);
      if (line === null) damaged += 1;
      else lines.push(line);
      return true;
    });
    if (damaged > 0) log("warn", `${parts.name} has lines that cannot be read`, { name, damaged });
  }

  return {
    async add(line) {
      const written = await logOf(line.time.slice(0, 7)).append([JSON.stringify(line)]);
      return written.ok ? ok(undefined) : written;
    },
    async read(which = "recent") {
      const lines: Line[] = [];
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

/**
 * Hands the recent lines of a log over, once, however often it is asked for. Where they cannot be read `failed` hears why, and the
 * next call tries again.
 */
export function loadOnce<Line>(
  lines: Pick<MonthLog<Line>, "read">,
  take: (line: Line) => void,
  failed: (reason: string) => void,
): () => Promise<void> {
  let loaded: Promise<void> | null = null;
  async function read(): Promise<void> {
    const recent = await lines.read();
    if (recent.ok) return recent.value.forEach(take);
    loaded = null;
    failed(recent.error.message);
  }
  return () => {
    loaded ??= read();
    return loaded;
  };
}

/** Null for what is no line of it. */
function parseLine<Line>(line: string | null, schema: z.ZodType<Line>): Line | null {
  try {
    const parsed = schema.safeParse(parseBoundedJson(line ?? ""));
    return parsed.success ? parsed.data : null;
  } catch (cause) {
    if (cause instanceof SyntaxError) return null;
    throw cause;
  }
}
