import type { FileSystem } from "../../src-main/storage/file-system.ts";
import { nodeFileSystem } from "../../src-main/storage/file-system.ts";

/** One step that fails. Steps are counted from 1, from the moment the fault is set. */
export interface Fault {
  readonly at: number;
  /** The system's word, e.g. `ENOSPC`; `"short-write"` lets a write take half of its bytes and say so. */
  readonly code: string;
  /** Fails at this step alone, or at it and all after it. */
  readonly lasts: "once" | "for-ever";
  /** Counts only steps with these names, e.g. `write`. All when left out. */
  readonly only?: readonly string[];
}

export interface FailingFileSystem {
  readonly files: FileSystem;
  /** Names of all steps so far: functions of the file system, and of handles as `handle.write`. */
  readonly steps: readonly string[];
  setFault(fault: Fault): void;
  /** The disk is well again. */
  heal(): void;
  /** Steps counted by the fault that is set. */
  readonly counted: number;
}

type Operation = (...values: readonly unknown[]) => unknown;

function systemError(code: string, step: string): Error {
  return Object.assign(new Error(`${code}: made to fail, ${step}`), { code });
}

/** What a write is left with when it takes only half: the first half of the bytes that it was given. */
function halved(values: readonly unknown[]): readonly unknown[] {
  const [bytes, ...rest] = values;
  return bytes instanceof Uint8Array ? [bytes.subarray(0, Math.floor(bytes.length / 2)), ...rest] : values;
}

/** A file system that counts every step, those of its handles too, and fails where it is told to. */
export function createFailingFileSystem(inner: FileSystem = nodeFileSystem): FailingFileSystem {
  const steps: string[] = [];
  let fault: Fault | null = null;
  let counted = 0;

  function isFailing(step: string): boolean {
    steps.push(step);
    if (fault === null || (fault.only !== undefined && !fault.only.includes(step))) return false;
    counted += 1;
    return fault.lasts === "once" ? counted === fault.at : counted >= fault.at;
  }

  function run(step: string, operation: Operation, values: readonly unknown[]): unknown {
    if (!isFailing(step) || fault === null) return operation(...values);
    if (fault.code === "short-write") {
      return operation(...(step === "handle.write" ? halved(values) : values));
    }
    // These answer at once.
    if (step === "statNow" || step === "openedPathNow") throw systemError(fault.code, step);
    // A handle that fails to close is closed all the same, as with the real system call.
    if (step === "handle.close") void operation(...values);
    return Promise.reject(systemError(fault.code, step));
  }

  function wrap<Target extends object>(target: Target, prefix: string): Target {
    return new Proxy(target, {
      get(_, name) {
        const value: unknown = Reflect.get(target, name, target);
        if (typeof value !== "function") return value;
        const operation: Operation = (...values) => Reflect.apply(value, target, values);
        // Disposing a handle is closing it.
        if (typeof name === "symbol") return () => run(`${prefix}close`, operation, []);
        if (prefix === "" && name === "open") {
          return async (...values: readonly unknown[]) => {
            const handle = await run("open", operation, values);
            return typeof handle === "object" && handle !== null ? wrap(handle, "handle.") : handle;
          };
        }
        return (...values: readonly unknown[]) => run(prefix + name, operation, values);
      },
    });
  }

  return {
    files: wrap({ ...inner }, ""),
    steps,
    setFault(next) {
      fault = next;
      counted = 0;
    },
    heal() {
      fault = null;
    },
    get counted() {
      return counted;
    },
  };
}
