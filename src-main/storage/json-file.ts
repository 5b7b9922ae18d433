import { parseBoundedJson } from "../../src-preload/contract/bounded-json.ts";
import { type ContractError, contractError } from "../../src-preload/contract/errors.ts";
import { type AsyncResult, fail, ok, type Result } from "../../src-preload/contract/result.ts";
import { createLane } from "../bus/lane.ts";
import type { Clock } from "../host.ts";
import { isMissing, reasonOf } from "../thrown.ts";
import { writeFileAtomic } from "./atomic-file.ts";
import type { FileSystem } from "./file-system.ts";

interface JsonFileOptions<Value> {
  readonly path: string;
  readonly files: FileSystem;
  readonly clock: Pick<Clock, "now">;
  /** Throws for what is no such value; `{}` is what a missing file holds. */
  readonly parse: (value: unknown) => Value;
  /** The sentence for a file that cannot be read, with the reason. */
  readonly unreadable: (reason: string) => string;
}

/** A small file of JSON that several features keep their parts in, and that its owner may edit by hand. 0600. */
export interface JsonFile<Value> {
  /** What stands there now; read anew only where the file is another one than at the last look. */
  read(): AsyncResult<Value>;
  /**
   * Reads, changes and writes it as one step. `bad-settings` where it cannot be read: it is left as it is, so that nothing
   * in it is lost.
   */
  update(change: (value: Value) => Value): AsyncResult<Value>;
}

/** A file that changed this lately may change again without another time: clocks of file systems are coarse. */
const settledMs = 2000;

export function createJsonFile<Value>({
  path,
  files,
  clock,
  parse,
  unreadable,
}: JsonFileOptions<Value>): JsonFile<Value> {
  /** One after the other: each reads what the one before has written. */
  const inTurn = createLane();
  let kept: { readonly mark: string; readonly value: Value } | null = null;

  async function load(): Promise<Result<Value, ContractError>> {
    try {
      const stats = files.statNow(path);
      const { dev, ino, size, mtimeMs, ctimeMs } = stats;
      const mark = `${dev}:${ino}:${size}:${mtimeMs}:${ctimeMs}`;
      if (mark === kept?.mark) return ok(kept.value);
      if (!stats.isFile()) throw new TypeError("it is not a file");
      const value = parse(parseBoundedJson(await files.readFile(path, "utf8")));
      // Looked at before it was read: a change between the two makes the next look differ.
      kept = clock.now() - Math.max(mtimeMs, ctimeMs) >= settledMs ? { mark, value } : null;
      return ok(value);
    } catch (cause) {
      if (isMissing(cause)) return ok(parse({}));
      kept = null;
      return fail(contractError("bad-settings", unreadable(reasonOf(cause))));
    }
  }

  /** A part of the file that its feature cannot read is no reason to lose it. */
  function attempt(change: () => Value): Result<Value, ContractError> {
    try {
      return ok(change());
    } catch (cause) {
      return fail(contractError("bad-settings", unreadable(reasonOf(cause))));
    }
  }

  return {
    read: load,
    update: (change) =>
      inTurn(async () => {
        const before = await load();
        if (!before.ok) return before;
        const changed = attempt(() => change(before.value));
        if (!changed.ok) return changed;
        const { value } = changed;
        const written = await writeFileAtomic(path, `${JSON.stringify(value, null, 2)}\n`, { files, mode: 0o600 });
        kept = null;
        return written.ok ? ok(value) : written;
      }),
  };
}
