import { fail, ok, type Result } from "../../src-preload/contract/result.ts";
import type { Clock } from "../host.ts";
import type { OpenedFolder } from "../policy/open-in-roots.ts";
import { reasonOf } from "../thrown.ts";
import { ripgrepProblem, runRipgrep } from "./ripgrep.ts";

export interface ListFilesOptions {
  readonly childEnv: Readonly<Record<string, string>>;
  readonly platform: NodeJS.Platform;
  readonly clock: Clock;
}

/** Files are named for so long; the rest is left out. */
const patienceMs = 5000;

/**
 * Names the files below an opened folder (relative, with `/`) until `onPath` says false. Files that .gitignore names,
 * git's own and node_modules are left out; links are not followed. Fails with a reason.
 */
export async function listFiles(
  folder: OpenedFolder,
  onPath: (path: string) => boolean,
  options: ListFilesOptions,
): Promise<Result<void, string>> {
  const { clock } = options;
  const started = clock.monotonic();
  const onLine = (line: string): boolean =>
    onPath(line.replace(/\r$/, "").replace(/^\.\//, "")) && clock.monotonic() - started < patienceMs;
  const flags = ["--files", "--path-separator=/", "--glob=!**/node_modules/"];
  try {
    const context = { ...options, signal: new AbortController().signal };
    const problem = ripgrepProblem(await runRipgrep(folder, flags, onLine, context));
    return problem === null ? ok(undefined) : fail(problem);
  } catch (cause) {
    return fail(reasonOf(cause));
  }
}
