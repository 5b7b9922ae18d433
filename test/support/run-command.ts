import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

const builtCommand = join(import.meta.dirname, "../../out/main/cli.js");

export interface CommandOptions {
  readonly home: string;
  readonly args: readonly string[];
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Which Node runs it; the one of the tests when left out. */
  readonly node?: string;
  /** What it runs; the built command when left out. */
  readonly script?: string;
}

export interface CommandEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The built `perch` command as a child process on a home of its own. */
export function startCommand({
  home,
  args,
  cwd,
  env,
  node = process.execPath,
  script = builtCommand,
}: CommandOptions): ChildProcess {
  return spawn(node, [script, ...args], {
    ...(cwd === undefined ? {} : { cwd }),
    env: { PATH: process.env["PATH"] ?? "", HOME: home, PERCH_HOME: home, PERCH_SECRETS: "file", ...env },
    stdio: ["pipe", "pipe", "pipe"],
  });
}

export async function endOf(child: ChildProcess): Promise<CommandEnd> {
  const said = { stdout: "", stderr: "" };
  child.stdout?.setEncoding("utf8").on("data", (chunk) => {
    said.stdout += chunk;
  });
  child.stderr?.setEncoding("utf8").on("data", (chunk) => {
    said.stderr += chunk;
  });
  await once(child, "close");
  return { code: child.exitCode, signal: child.signalCode, ...said };
}

/** Runs it to its end; `input` is everything on stdin. */
export async function runCommand(options: CommandOptions, input = ""): Promise<CommandEnd> {
  const child = startCommand(options);
  child.stdin?.end(input);
  return endOf(child);
}

/** Processes whose environment names this home: what a test must not leave behind. Linux alone can tell. */
export async function processesOf(home: string): Promise<readonly number[]> {
  if (process.platform !== "linux") return [];
  const found: number[] = [];
  for (const name of await readdir("/proc")) {
    if (/^\d+$/.test(name) && (await environmentOf(name)).includes(`PERCH_HOME=${home}\0`)) found.push(Number(name));
  }
  return found;
}

/** Empty for a process that is gone or belongs to somebody else. */
async function environmentOf(pid: string): Promise<string> {
  try {
    return await readFile(`/proc/${pid}/environ`, "utf8");
  } catch (cause) {
    if (cause instanceof Error && "code" in cause) return "";
    throw cause;
  }
}
