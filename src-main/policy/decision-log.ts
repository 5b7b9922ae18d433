import { parseBoundedJson } from "../../src-preload/contract/bounded-json.ts";
import { type AsyncResult, fail, ok } from "../../src-preload/contract/result.ts";
import { type DecisionLine, decisionLineSchema } from "../../src-preload/contract/rules.ts";
import type { Host } from "../host.ts";
import { type AppendLog, openAppendLog } from "../storage/append-log.ts";
import { writeFileAtomic } from "../storage/atomic-file.ts";
import type { FileSystem } from "../storage/file-system.ts";
import { readLinesForward } from "../storage/read-tail.ts";
import { storageError } from "../storage/storage-error.ts";
import { isMissing } from "../thrown.ts";

/** What was decided about calls, a line each, for 90 days: `ledger/decisions.jsonl`. */
export interface DecisionLog extends AsyncDisposable {
  /** Written in the background: no call waits for it. */
  add(line: DecisionLine): void;
  /** Newest first, those before `before` (ISO 8601) alone. */
  list(page: { readonly before?: string; readonly limit: number }): AsyncResult<readonly DecisionLine[]>;
}

interface DecisionLogOptions {
  readonly host: Pick<Host, "log" | "now" | "platform" | "setTimer" | "monotonic">;
  readonly files: FileSystem;
  readonly path: string;
  readonly backups: string;
}

const keptMs = 90 * 24 * 60 * 60 * 1000;
/** Old lines leave once there is a week of them, so that a file is not rewritten each day. */
const slackMs = 7 * 24 * 60 * 60 * 1000;
const chunkBytes = 128 * 1024;
const maxLineBytes = 64 * 1024;

export function createDecisionLog({ host, files, path, backups }: DecisionLogOptions): DecisionLog {
  let opening: Promise<AppendLog> | null = null;
  let pending: Promise<unknown> = Promise.resolve();

  const log = (): Promise<AppendLog> => {
    opening ??= open();
    return opening;
  };

  async function open(): Promise<AppendLog> {
    await prune();
    const { log: say, platform } = host;
    return openAppendLog({ path, files, backups, log: say, clock: host, platform, syncsEachWrite: false });
  }

  /** Before the file is opened to be written to: nobody else writes it. */
  async function prune(): Promise<void> {
    const oldest = host.now() - keptMs;
    const lines: string[] = [];
    let first = 0;
    const read = await forEachLine((line, text) => {
      const time = Date.parse(line.time);
      if (first === 0) first = time;
      if (time >= oldest) lines.push(text);
    });
    if (!read.ok || first === 0 || first >= oldest - slackMs) return;
    const written = await writeFileAtomic(path, lines.map((line) => `${line}\n`).join(""), { files, mode: 0o600 });
    if (!written.ok) host.log("warn", "old decisions were not removed", { reason: written.error.message });
  }

  async function forEachLine(visit: (line: DecisionLine, text: string) => void): AsyncResult<void> {
    try {
      await using handle = await files.open(path, "r");
      const { size } = await handle.stat();
      await readLinesForward(handle, { end: size, chunkBytes, maxLineBytes }, ({ text }) => {
        const line = text === null ? null : parseLine(text);
        if (text !== null && line !== null) visit(line, text);
        return true;
      });
      return ok(undefined);
    } catch (cause) {
      return isMissing(cause) ? ok(undefined) : fail(storageError(cause, path));
    }
  }

  return {
    add(line) {
      const adding = log().then((opened) => opened.append([JSON.stringify(line)]));
      pending = Promise.allSettled([pending, adding]);
    },
    async list({ before, limit }) {
      await pending;
      const found: DecisionLine[] = [];
      const oldest = new Date(host.now() - keptMs).toISOString();
      const read = await forEachLine((line) => {
        if (line.time < oldest || (before !== undefined && line.time >= before)) return;
        found.push(line);
        // As many as may be asked for, twice: the front leaves now and then and not with each line.
        if (found.length >= limit * 2) found.splice(0, found.length - limit);
      });
      return read.ok ? ok(found.slice(-limit).toReversed()) : read;
    },
    async [Symbol.asyncDispose]() {
      await pending;
      await (await opening)?.release();
    },
  };
}

/** Null for a line that cannot be read: it costs no other one. */
function parseLine(text: string): DecisionLine | null {
  try {
    const parsed = decisionLineSchema.safeParse(parseBoundedJson(text));
    return parsed.success ? parsed.data : null;
  } catch (cause) {
    if (cause instanceof SyntaxError) return null;
    throw cause;
  }
}
