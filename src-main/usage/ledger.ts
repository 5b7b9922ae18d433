import { join } from "node:path";
import { parseBoundedJson } from "../../src-preload/contract/bounded-json.ts";
import { type AsyncResult, fail, ok } from "../../src-preload/contract/result.ts";
import { type LedgerLine, ledgerLineSchema } from "../../src-preload/contract/usage.ts";
import type { Host } from "../host.ts";
import { type AppendLog, openAppendLog } from "../storage/append-log.ts";
import type { FileSystem } from "../storage/file-system.ts";
import { readLinesForward } from "../storage/read-tail.ts";
import { storageError } from "../storage/storage-error.ts";
import { isMissing } from "../thrown.ts";
import { fileMonthOf } from "./periods.ts";

/** Every model call of a home, in files by month that only grow. */
export interface Ledger {
  /** Resolves when the lines are written. */
  append(lines: readonly LedgerLine[]): AsyncResult<void>;
  /**
   * Hands over the lines of these months (`2026-11`), oldest first; all months without a list. A line that cannot be read
   * costs no other one.
   */
  read(visit: (line: LedgerLine) => void, months?: readonly string[]): AsyncResult<void>;
  /** Waits for what is under way and closes the files. */
  release(): Promise<void>;
}

interface LedgerOptions {
  readonly host: Host;
  readonly files: FileSystem;
  readonly folder: string;
  readonly backups: string;
}

const fileName = /^(\d{4}-\d{2})\.jsonl$/;
/** Limits one step of reading, so that the process stays responsive. */
const chunkBytes = 128 * 1024;
const maxLineBytes = 64 * 1024;

export function createLedger({ host, files, folder, backups }: LedgerOptions): Ledger {
  let open: { readonly month: string; readonly log: AppendLog } | null = null;

  function logOf(month: string): AppendLog {
    if (open?.month === month) return open.log;
    void open?.log.release();
    const { clock, log, platform } = { clock: host, log: host.log, platform: host.platform };
    open = {
      month,
      log: openAppendLog({
        path: join(folder, `${month}.jsonl`),
        files,
        backups,
        log,
        clock,
        platform,
        syncsEachWrite: false,
      }),
    };
    return open.log;
  }

  async function monthsThere(): Promise<readonly string[]> {
    const names = await files.readdir(folder);
    return names.flatMap((name) => fileName.exec(name)?.[1] ?? []).sort();
  }

  async function readMonth(month: string, visit: (line: LedgerLine) => void): Promise<void> {
    const path = join(folder, `${month}.jsonl`);
    await using handle = await files.open(path, "r");
    const { size } = await handle.stat();
    let damaged = 0;
    await readLinesForward(handle, { end: size, chunkBytes, maxLineBytes }, ({ text }) => {
      const line = parseLine(text);
      if (line !== null) visit(line);
      else damaged += 1;
      return true;
    });
    if (damaged > 0) host.log("warn", "the ledger has lines that cannot be read", { path, damaged });
  }

  return {
    async append(lines) {
      const months = Map.groupBy(lines, ({ time }) => fileMonthOf(Date.parse(time)));
      for (const [month, own] of months) {
        const written = await logOf(month).append(own.map((line) => JSON.stringify(line)));
        if (!written.ok) return written;
      }
      return ok(undefined);
    },
    async read(visit, months) {
      try {
        const there = await monthsThere();
        for (const month of there) if (months === undefined || months.includes(month)) await readMonth(month, visit);
        return ok(undefined);
      } catch (cause) {
        return isMissing(cause) ? ok(undefined) : fail(storageError(cause, folder));
      }
    },
    async release() {
      await open?.log.release();
      open = null;
    },
  };
}

/** Null for what is no line of a ledger; an empty one is none. */
function parseLine(text: string | null): LedgerLine | null {
  try {
    const parsed = ledgerLineSchema.safeParse(parseBoundedJson(text ?? ""));
    return parsed.success ? parsed.data : null;
  } catch (cause) {
    if (cause instanceof SyntaxError) return null;
    throw cause;
  }
}
