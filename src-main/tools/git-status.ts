import { fail, ok, type Result } from "../../src-preload/contract/result.ts";
import type { Clock } from "../host.ts";
import { runChild } from "../processes/child-process.ts";

export interface GitSurroundings {
  readonly clock: Clock;
  readonly platform: NodeJS.Platform;
  readonly childEnv: Readonly<Record<string, string>>;
  /** Whether what lies in a folder may act; a resolved path. */
  readonly trusts: (folder: string) => Promise<boolean>;
  readonly signal: AbortSignal;
}

/** What `git status` tells of a folder: its records, as `-z` divides them, and where the folder lies in the repository. */
export interface GitStatus {
  readonly records: readonly string[];
  /** "" where the folder is the repository; else it ends with "/". */
  readonly prefix: string;
}

const timeoutMs = 10_000;
const maxBytes = 8 * 1024 * 1024;

/**
 * What a repository's own settings would have git run is switched off: a watcher of the file system, hooks, a fetch of what is
 * missing, what lies in repositories within it. Filters have names of their own: `withoutFilters` does these.
 */
const harmless = ["-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "-c", "core.quotePath=false"];
const statusFlags = ["--porcelain=v2", "-z", "--ignored=traditional", "--untracked-files=normal"];

/**
 * Asks git about a folder, by its programs alone and with nothing written. Null: no repository, no git, or one that is not
 * trusted, of which git is asked nothing but where it is. Fails with a reason.
 */
export async function gitStatus(
  folder: string,
  surroundings: GitSurroundings,
): Promise<Result<GitStatus | null, string>> {
  const ask = (args: readonly string[], more = {}) => runGit(folder, args, { ...surroundings, more });
  if (!(await surroundings.trusts(folder))) return ok(null);
  const found = await ask(["rev-parse", "--show-toplevel", "--show-prefix"]);
  if (!found.ok || found.value === null) return ok(null);
  const [top = "", prefix = ""] = found.value.split("\n");
  // The settings of the repository are those of a folder above.
  if (prefix !== "" && !(await surroundings.trusts(top))) return ok(null);
  const filters = await ask(["config", "-z", "--name-only", "--get-regexp", "^filter\\."]);
  if (!filters.ok) return filters;
  const told = await ask(
    ["status", ...statusFlags, "--ignore-submodules=all", "--", "."],
    withoutFilters(filters.value ?? ""),
  );
  if (!told.ok || told.value === null) return told.ok ? ok(null) : told;
  return ok({ records: told.value.split("\0"), prefix });
}

/** Each program that would turn a file into what is compared is taken away; names may hold what a command line divides at. */
function withoutFilters(keys: string): Readonly<Record<string, string>> {
  const names = new Set(
    keys
      .split("\0")
      .filter((key) => key !== "")
      .map((key) => key.slice(0, key.lastIndexOf("."))),
  );
  const off = [...names].flatMap((name) => [
    [`${name}.clean`, ""],
    [`${name}.process`, ""],
    [`${name}.required`, "false"],
  ]);
  const entries = off.flatMap(([key = "", value = ""], index) => [
    [`GIT_CONFIG_KEY_${index}`, key],
    [`GIT_CONFIG_VALUE_${index}`, value],
  ]);
  return Object.fromEntries([["GIT_CONFIG_COUNT", String(off.length)], ...entries]);
}

function environment(childEnv: GitSurroundings["childEnv"]): Readonly<Record<string, string>> {
  const kept = Object.entries(childEnv).filter(([name]) => !/^GIT_/i.test(name));
  return {
    ...Object.fromEntries(kept),
    GIT_OPTIONAL_LOCKS: "0",
    GIT_TERMINAL_PROMPT: "0",
    // What is not there is not fetched, by no protocol.
    GIT_ALLOW_PROTOCOL: "none",
    GIT_NO_LAZY_FETCH: "1",
    LC_ALL: "C",
  };
}

interface GitRun extends GitSurroundings {
  readonly more: Readonly<Record<string, string>>;
}

/** What it wrote; null where there is no git, or it has nothing to say. */
async function runGit(folder: string, args: readonly string[], run: GitRun): Promise<Result<string | null, string>> {
  const { clock, platform, childEnv, signal, more } = run;
  const tooMuch = new AbortController();
  const chunks: Buffer[] = [];
  let size = 0;
  const request = {
    file: "git",
    arguments: ["--no-optional-locks", ...harmless, ...args],
    folder,
    env: { ...environment(childEnv), ...more },
    platform,
    clock,
    signal: AbortSignal.any([signal, tooMuch.signal]),
    timeoutMs,
  };
  const end = await runChild(request, (chunk, stream) => {
    if (stream !== "stdout") return;
    size += chunk.length;
    if (size > maxBytes) tooMuch.abort();
    else chunks.push(chunk);
  });
  if (end.kind === "not-started") return ok(null);
  if (end.kind !== "exited") return fail(tooMuch.signal.aborted ? "it has too much to tell" : "it took too long");
  return ok(end.code === 0 ? Buffer.concat(chunks).toString("utf8") : null);
}
