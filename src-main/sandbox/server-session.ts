import { mkdir, mkdtemp, realpath, rm } from "node:fs/promises";
import { join } from "node:path";
import { fail, ok, type Result } from "../../src-preload/contract/result.ts";
import { reasonOf } from "../thrown.ts";
import { reachOfServer } from "./reach.ts";
import { refusedHosts } from "./refusals.ts";
import { serverCaches } from "./server-caches.ts";
import { confinedEnv, type Env, type Needs, type Place, wrap } from "./wrap.ts";

/** A program that stays and is talked with. */
export interface ConfineServerRequest {
  readonly file: string;
  readonly arguments: readonly string[];
  /** The environment of child processes, without `values`. */
  readonly env: Env;
  /** Its own variables, which count more than anything that is set here. */
  readonly values: Env;
  /** What it may write; absolute, resolved, and there. */
  readonly folders: readonly string[];
  /** What of Perch's home it reads all the same: the bundle that it came in; absolute, and perhaps not there. */
  readonly reads: readonly string[];
  /** Where it keeps what it fetches, for itself alone; in Perch's home, made where it is not there. */
  readonly cache: string;
  readonly hosts: readonly string[];
}

/** A program that runs a server confined. It must be started in its own right, not by a shell. */
export interface ConfinedServer {
  readonly file: string;
  readonly arguments: readonly string[];
  readonly env: Env;
  /** Hosts that it was kept from since this was asked last. Fails once the sandbox is gone, and its network with it. */
  refused(): Promise<Result<readonly string[], string>>;
  /** From now on it reaches these alone. */
  narrow(hosts: readonly string[]): Promise<void>;
  /** Once it has ended, or was not started: lets go of what it had; the last hosts that it was kept from. */
  done(): Promise<readonly string[]>;
}

export async function confineServer(
  { line, folder }: Place,
  request: ConfineServerRequest,
  { files, folders, host }: Needs,
): Promise<Result<ConfinedServer, string>> {
  const cache = await madeCache(request.cache);
  if (!cache.ok) return cache;
  const temp = await mkdtemp(join(folder, "server-"));
  const forget = (): Promise<void> => removeTemp(temp, host);
  const lent = { folders: request.folders, reads: request.reads, own: [cache.value, temp] };
  const paths = await reachOfServer(lent, { files, folders, userHome: host.paths.userHome });
  const { inside, outside } = apart(request.values);
  const script = `${inside}exec ${[request.file, ...request.arguments].map(quoted).join(" ")}`;
  const wrapped = await wrap(line, { script, temp, paths, hosts: request.hosts }, files);
  if (!wrapped.ok) {
    await forget();
    return wrapped;
  }
  const { file, arguments: args, commandId } = wrapped.value;
  return ok({
    file,
    arguments: args,
    env: { ...request.env, ...confinedEnv, ...serverCaches(cache.value, temp), ...outside },
    async refused() {
      const told = await line.ask({ kind: "refused", commandId });
      if (told.kind === "refused") return ok(refusedHosts(told.lines));
      return fail(told.kind === "failed" ? told.reason : "its process gave another answer");
    },
    async narrow(hosts) {
      // Where it has ended there is nothing to narrow.
      await line.ask({ kind: "narrow", commandId, hosts: [...hosts] });
    },
    async done() {
      const told = await line.ask({ kind: "done", commandId });
      await forget();
      return told.kind === "refused" ? refusedHosts(told.lines) : [];
    },
  });
}

/** What cannot be removed goes with the folder of the whole sandbox. */
async function removeTemp(temp: string, { log }: Pick<Needs["host"], "log">): Promise<void> {
  try {
    await rm(temp, { recursive: true, force: true, maxRetries: 3, retryDelay: 20 });
  } catch (cause) {
    log("warn", "the temp folder of a server was not removed", { reason: reasonOf(cause) });
  }
}

async function madeCache(path: string): Promise<Result<string, string>> {
  try {
    await mkdir(path, { recursive: true, mode: 0o700 });
    return ok(await realpath(path));
  } catch (cause) {
    return fail(reasonOf(cause));
  }
}

/** What the loader of programs goes by: it would act on the sandbox's own program, which nothing confines. */
const loaderVariable = /^(?:LD_|DYLD_|GLIBC_|GCONV_PATH$|LOCPATH$|MALLOC_)/;

/**
 * A server's own variables, those of the loader as a script that sets them within the sandbox: else a library that it has
 * written into its cache would be loaded outside of it with the next start. All others stay out of the command line, which
 * everybody on the machine can read.
 */
function apart(values: Env): { readonly inside: string; readonly outside: Env } {
  const own = Object.entries(values);
  const isLoaders = ([name]: (typeof own)[number]): boolean => loaderVariable.test(name);
  const inside = own.filter(isLoaders).filter(([name]) => /^\w+$/.test(name));
  return {
    inside: inside.map(([name, value]) => `export ${name}=${quoted(value)}; `).join(""),
    outside: Object.fromEntries(own.filter((entry) => !isLoaders(entry))),
  };
}

/** As one word for a POSIX shell. */
function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}
