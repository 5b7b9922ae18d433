import { createHash } from "node:crypto";
import { join } from "node:path";
import type { ConfinedServer } from "../sandbox/server-session.ts";
import { text } from "../words.ts";
import { type LentFolders, lentFolders } from "./lent-folders.ts";
import type { Opening } from "./opening.ts";
import { packageSource } from "./package-runner.ts";
import { readNpmrc } from "./read-npmrc.ts";
import { StageFailure } from "./stages.ts";

type Env = Readonly<Record<string, string>>;

export interface ProgramToStart {
  readonly file: string;
  readonly args: readonly string[];
  /** With the server's own variables. */
  readonly env: Env;
}

export interface StartableProgram {
  readonly file: string;
  readonly args: readonly string[];
  readonly env: Env;
  /** Null: it runs without a sandbox. */
  readonly confined: ConfinedServer | null;
}

/**
 * A program as its profile lets it run: confined where the machine can, else as it is, which is said. One that the machine can
 * confine and that is not confined after all does not run.
 */
export async function confineProgram(program: ProgramToStart, opening: Opening): Promise<StartableProgram> {
  const { deps, request } = opening;
  const { target, profile, values } = request.launch;
  const plain = { ...program, confined: null };
  opening.unconfined = null;
  if (target.kind !== "command" || profile.mode === "off") return plain;
  const state = await deps.sandbox.state();
  if (state.kind === "unavailable") {
    opening.unconfined = unconfinedWords(state);
    return plain;
  }
  const { host, files, cacheFolder, bundleFolder } = deps;
  const wanted = [...(target.cwd === null ? [] : [target.cwd]), ...profile.folders];
  const folders = await lentFolders(wanted, host.paths, files);
  logUnlent(folders, opening);
  const reading = { env: program.env, readNpmrc: () => readNpmrc(host.paths.userHome, files) };
  const source = await packageSource(target.command, target.args, reading);
  const confined = await deps.sandbox.confineServer({
    file: program.file,
    arguments: program.args,
    ...apart({ ...program.env, ...source.env }, values),
    folders: folders.lent,
    reads: [join(bundleFolder, cacheName(request.name))],
    cache: join(cacheFolder, cacheName(request.name)),
    hosts: [...profile.hosts, ...source.hosts],
  });
  if (!confined.ok) throw notConfined(confined.error);
  const { file, arguments: args, env } = confined.value;
  return { file, args, env, confined: confined.value };
}

/** What of an environment is the server's own. */
function apart(env: Env, own: Env): { readonly env: Env; readonly values: Env } {
  const entries = Object.entries(env);
  return {
    env: Object.fromEntries(entries.filter(([name]) => !Object.hasOwn(own, name))),
    values: Object.fromEntries(entries.filter(([name]) => Object.hasOwn(own, name))),
  };
}

export function unconfinedWords({
  reason,
  nextStep,
}: {
  readonly reason: string;
  readonly nextStep: string | null;
}): string {
  return nextStep === null ? reason : `${reason} ${nextStep}`;
}

function logUnlent({ left }: LentFolders, { request }: Opening): void {
  for (const { folder, why } of left) request.onNote(text(`mcp.log.unlent.${why}`, { folder }));
}

/** A name of the settings may be anything; one of a folder not, and some disks do not tell letters by their case. */
export function cacheName(server: string): string {
  const hash = createHash("sha256").update(server).digest("hex").slice(0, 12);
  return `${server
    .toLowerCase()
    .replace(/[^a-z0-9-]/g, "_")
    .slice(0, 40)}-${hash}`;
}

function notConfined(reason: string): StageFailure {
  const problem = { message: text("mcp.notConfined", { reason }), nextStep: text("mcp.next.sandbox"), missing: null };
  return new StageFailure({ short: text("mcp.short.notStarted"), problem });
}
