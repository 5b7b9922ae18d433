import { randomBytes } from "node:crypto";
import { fail, ok, type Result } from "../../src-preload/contract/result.ts";
import type { Host } from "../host.ts";
import type { RootFolders } from "../policy/session-roots.ts";
import type { FileSystem } from "../storage/file-system.ts";
import { findProgram } from "./find-programs.ts";
import type { HostLine } from "./host-line.ts";
import type { ReachPaths } from "./host-messages.ts";

export type Env = Readonly<Record<string, string>>;

/** What confining needs of its surroundings. */
export interface Needs {
  readonly host: Host;
  readonly files: FileSystem;
  readonly folders: RootFolders;
}

export interface Place {
  readonly line: HostLine;
  /** Of the temp folders of what is confined. */
  readonly folder: string;
}

interface WrapRequest {
  /** For a POSIX shell. */
  readonly script: string;
  readonly temp: string;
  readonly paths: ReachPaths;
  readonly hosts: readonly string[];
}

/** A program that runs a script confined. */
interface Wrapped {
  readonly file: string;
  readonly arguments: readonly string[];
  readonly commandId: string;
}

/** Has the runtime say how the script is run confined; fails, with the reason, where it cannot be. */
export async function wrap(
  line: HostLine,
  { script, temp, paths, hosts }: WrapRequest,
  files: FileSystem,
): Promise<Result<Wrapped, string>> {
  // What is allowed one command is bound to this id by the runtime: it must not be guessed.
  const commandId = randomBytes(16).toString("base64url");
  const shell = (await findProgram("bash", { PATH: "/bin:/usr/bin" }, files)) ?? "/bin/sh";
  // The runtime gives all commands one temp folder, which it does not make.
  const command = `export TMPDIR='${temp}'; ${script}`;
  const wrapped = await line.ask({ kind: "wrap", command, shell, commandId, paths, hosts: [...hosts] });
  if (wrapped.kind !== "wrapped") {
    return fail(wrapped.kind === "failed" ? wrapped.reason : "its process gave another answer");
  }
  const [file = shell, ...args] = wrapped.argv;
  return ok({ file, arguments: args, commandId });
}

/**
 * Of all that is confined: Node asks for the proxy by itself; npm looks for no newer npm with every script that it runs; a
 * bash whose input is a socket, as Node's pipes are, would read ~/.bashrc first, but not one below another.
 */
export const confinedEnv: Env = { NODE_USE_ENV_PROXY: "1", npm_config_update_notifier: "false", SHLVL: "1" };
