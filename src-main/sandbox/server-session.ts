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
  /** The environment of child processes. */
  readonly env: Env;
  /** Its own variables, which count more than anything that is set here. */
  readonly values: Env;
  /** What it may write; absolute, resolved, and there. */
  readonly folders: readonly string[];
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
  const forget = (): Promise<void> => rm(temp, { recursive: true, force: true, maxRetries: 3, retryDelay: 20 });
  const writable = [...request.folders, cache.value, temp];
  const paths = await reachOfServer({ writable }, { files, folders, userHome: host.paths.userHome });
  const script = `exec ${[request.file, ...request.arguments].map(quoted).join(" ")}`;
  const wrapped = await wrap(line, { script, temp, paths, hosts: request.hosts }, files);
  if (!wrapped.ok) {
    await forget();
    return wrapped;
  }
  const { file, arguments: args, commandId } = wrapped.value;
  return ok({
    file,
    arguments: args,
    env: { ...request.env, ...confinedEnv, ...serverCaches(cache.value, temp), ...request.values },
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

async function madeCache(path: string): Promise<Result<string, string>> {
  try {
    await mkdir(path, { recursive: true, mode: 0o700 });
    return ok(await realpath(path));
  } catch (cause) {
    return fail(reasonOf(cause));
  }
}

/** As one word for a POSIX shell. */
function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}
