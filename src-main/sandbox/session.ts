import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fail, ok, type Result } from "../../src-preload/contract/result.ts";
import type { Host } from "../host.ts";
import { runChild } from "../processes/child-process.ts";
import { actingNames, madeActing } from "./acting-names.ts";
import type { Programs } from "./find-programs.ts";
import { type OpenHost, openHostLine } from "./host-line.ts";
import { reachOf } from "./reach.ts";
import { refusedHosts } from "./refusals.ts";
import { type ConfinedServer, type ConfineServerRequest, confineServer } from "./server-session.ts";
import { confinedEnv, type Env, type Needs, type Place, wrap } from "./wrap.ts";

export interface ConfineRequest {
  /** For a POSIX shell. */
  readonly script: string;
  /** What the command may write; resolved. */
  readonly workFolder: string;
  readonly env: Env;
  /** Names of hosts (`example.com`, `*.example.com`, with `:443` one port alone). */
  readonly hosts: readonly string[];
}

/** A program that runs a command confined. It must be started in its own right, not by a shell. */
export interface Confined {
  readonly file: string;
  readonly arguments: readonly string[];
  readonly env: Env;
  /** Once the command has ended, or was not started: lets go of what it had, and tells what there is to know of it. */
  done(): Promise<ConfinedEnd>;
}

export interface ConfinedEnd {
  /** Hosts that it was kept from. */
  readonly hosts: readonly string[];
  /** Files that it made and that others run or trust by themselves, as paths from the work folder. */
  readonly acting: readonly string[];
  /** Secrets that were not there for it although they are there: absolute paths. */
  readonly hidden: readonly string[];
}

export interface SessionNeeds extends Needs {
  /** Of the person's own skills that are in use: what commands may read of them. */
  readonly skillFolders: () => Promise<readonly string[]>;
  /** Opens the process of the runtime; tests put another in its place. */
  readonly openHost?: (folder: string) => OpenHost;
}

/** A runtime that works. */
export interface SandboxSession {
  readonly isBroken: boolean;
  confine(request: ConfineRequest): Promise<Result<Confined, string>>;
  confineServer(request: ConfineServerRequest): Promise<Result<ConfinedServer, string>>;
  end(): Promise<void>;
}

const probeSeconds = 20;

/** Starts the runtime's process and runs a command that does nothing in it; fails, with the reason, where it does not run. */
export async function openSession(
  { bubblewrap, socat, ripgrep }: Programs,
  env: Env,
  needs: SessionNeeds,
): Promise<Result<SandboxSession, string>> {
  const { host } = needs;
  const folder = await realpath(await mkdtemp(join(tmpdir(), "perch-sandbox-")));
  const line = openHostLine(needs.openHost?.(folder) ?? startedHost(folder, env, host));
  const session: SandboxSession = {
    get isBroken() {
      return line.isBroken;
    },
    confine: (request) => confineIn({ line, folder }, request, needs),
    confineServer: (request) => confineServer({ line, folder }, request, needs),
    async end() {
      await line.end();
      // The process takes it away itself, but not where it was killed.
      await rm(folder, { recursive: true, force: true });
    },
  };
  let trouble = "";
  // In a container the stricter form may not be had.
  for (const isNested of host.platform === "linux" ? [false, true] : [false]) {
    const begun = await line.ask({ kind: "begin", bubblewrap, socat, ripgrep, isNested });
    const found = begun.kind === "failed" ? begun.reason : await tryOnce(session, { folder, env }, host);
    if (found === null) return ok(session);
    trouble = found;
  }
  await session.end();
  return fail(trouble);
}

function startedHost(folder: string, env: Env, host: Host): OpenHost {
  // Its sockets lie there.
  const own = { ...env, TMPDIR: folder };
  return (tell) => host.startScript({ script: host.paths.sandboxHost, arguments: [folder], folder, env: own, ...tell });
}

/** Null when it ran, else why not. */
async function tryOnce(
  session: SandboxSession,
  { folder, env }: { readonly folder: string; readonly env: Env },
  host: Host,
): Promise<string | null> {
  const confined = await session.confine({ script: "true", workFolder: folder, env, hosts: [] });
  if (!confined.ok) return confined.error;
  let printed = "";
  const end = await runChild(
    {
      file: confined.value.file,
      arguments: confined.value.arguments,
      env: confined.value.env,
      folder,
      platform: host.platform,
      clock: host,
      signal: new AbortController().signal,
      timeoutMs: probeSeconds * 1000,
    },
    (chunk) => {
      printed += chunk.toString("utf8");
    },
  );
  await confined.value.done();
  if (end.kind === "exited" && end.code === 0) return null;
  const said = printed.trim().slice(0, 500);
  return said === "" ? `a command that does nothing failed in it (${end.kind})` : said;
}

async function confineIn(
  { line, folder }: Place,
  { script, workFolder, env, hosts }: ConfineRequest,
  { files, folders, host, skillFolders }: SessionNeeds,
): Promise<Result<Confined, string>> {
  const temp = await mkdtemp(join(folder, "run-"));
  const forget = (): Promise<void> => rm(temp, { recursive: true, force: true, maxRetries: 3, retryDelay: 20 });
  const { userHome } = host.paths;
  const skills = await skillFolders();
  const { paths, acting, hidden } = await reachOf({ workFolder, temp, skills }, { files, folders, userHome });
  const wrapped = await wrap(line, { script, temp, paths, hosts }, files);
  if (!wrapped.ok) {
    await forget();
    return wrapped;
  }
  const { file, arguments: args, commandId } = wrapped.value;
  return ok({
    file,
    arguments: args,
    env: { ...env, ...ownCaches(temp) },
    async done() {
      const refused = await line.ask({ kind: "done", commandId });
      await forget();
      return {
        hidden,
        hosts: refused.kind === "refused" ? refusedHosts(refused.lines) : [],
        acting: madeActing(acting, await actingNames(workFolder, userHome, files), workFolder),
      };
    },
  });
}

/** Caches that programs would keep in the home folder lie in the command's own. */
function ownCaches(temp: string): Env {
  return { ...confinedEnv, XDG_CACHE_HOME: join(temp, "cache"), npm_config_cache: join(temp, "npm") };
}
