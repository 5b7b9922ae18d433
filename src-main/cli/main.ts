import { homedir } from "node:os";
import { join, resolve } from "node:path";
import packageFile from "../../package.json" with { type: "json" };
import { stripControls } from "../../src-preload/contract/reveal-controls.ts";
import { createFileLog } from "../file-log.ts";
import type { Log } from "../host.ts";
import { createNodeHost, perchHome } from "../host-node.ts";
import { createNodeSecrets } from "../keys/node-secrets.ts";
import { writeFileAtomic } from "../storage/atomic-file.ts";
import { nodeFileSystem } from "../storage/file-system.ts";
import { text } from "../words.ts";
import { runAgent } from "./agent.ts";
import { type CommandName, commandNames, commandUsage, nearestCommand, usage } from "./command-table.ts";
import type { CliContext, ExitCode } from "./context.ts";
import { createInterrupts } from "./interrupts.ts";
import { printTo } from "./print-to.ts";

export interface CliPaths {
  readonly resources: string;
  readonly databaseWorker: URL;
  readonly pdfWorker: URL;
  readonly sandboxHost: URL;
  readonly pageWorker: URL;
  readonly parts: string;
}

type CommandRun = (args: readonly string[], context: CliContext) => Promise<ExitCode>;

/** Each command is a file, loaded when it is called. */
const commands: Readonly<Record<CommandName, () => Promise<CommandRun>>> = {
  agent: async () => runAgent,
  chats: async () => (await import("./chats.ts")).runChats,
  cron: async () => (await import("./cron.ts")).runCron,
  heartbeat: async () => (await import("./heartbeat.ts")).runHeartbeat,
  backup: async () => (await import("./backup.ts")).runBackup,
  serve: async () => (await import("./serve.ts")).runServe,
  mcp: async () => (await import("./mcp.ts")).runMcp,
  service: async () => (await import("./service.ts")).runService,
  status: async () => (await import("./status.ts")).runStatus,
  doctor: async () => (await import("./doctor.ts")).runDoctor,
};

/** Runs the command of this process and sets its exit code. */
export async function main(paths: CliPaths): Promise<void> {
  const [name = "", ...args] = process.argv.slice(2);
  const context = createContext(paths);
  outliveReaders(context.host.log);
  if (name === "--help" || name === "-h" || name === "help") {
    const about = commandNames.find((known) => known === args[0]);
    context.out(`${about === undefined ? usage() : commandUsage(about)}\n`);
    return;
  }
  if (name === "--version") {
    context.out(`${packageFile.version}\n`);
    return;
  }
  const known = commandNames.find((command) => command === name);
  if (known === undefined) {
    if (name !== "") context.say(await unknownText(name));
    context.say(usage());
    process.exitCode = 2;
    return;
  }
  if (asksForHelp(args)) {
    context.out(`${commandUsage(known)}\n`);
    return;
  }
  const run = await commands[known]();
  process.exitCode = await run(args, context);
}

async function unknownText(name: string): Promise<string> {
  const nearest = await nearestCommand(name);
  if (nearest === null) return text("cli.unknownCommand", { name });
  return text("cli.unknownNear", { name, nearest });
}

/** `--help` anywhere but as the text of an option. */
function asksForHelp(args: readonly string[]): boolean {
  return args.some((arg, at) => (arg === "--help" || arg === "-h") && !valueOptions.has(args[at - 1] ?? ""));
}

const valueOptions: ReadonlySet<string> = new Set(["-m", "--message"]);

function createContext({ resources, databaseWorker, pdfWorker, pageWorker, sandboxHost, parts }: CliPaths): CliContext {
  const env = process.env;
  const interrupts = createInterrupts();
  const log = createFileLog(join(perchHome(env), "logs"), env["PERCH_DEBUG"] !== undefined);
  const host = createNodeHost({
    env,
    resources,
    databaseWorker,
    pdfWorker,
    sandboxHost,
    pageWorker,
    parts,
    log,
    secrets: (home) =>
      createNodeSecrets(home, {
        env,
        files: nodeFileSystem,
        log,
        write: (path, content) => writeFileAtomic(path, content, { files: nodeFileSystem, mode: 0o600 }),
      }),
  });
  return {
    host,
    files: nodeFileSystem,
    version: packageFile.version,
    pages: join(resources, "../out/renderer"),
    startFolder: resolve(env["INIT_CWD"] ?? currentFolder()),
    isTerminal: process.stdin.isTTY === true && process.stderr.isTTY === true,
    isWatched: process.stderr.isTTY === true,
    out: printTo(process.stdout),
    say: (line) => void process.stderr.write(`${stripControls(line)}\n`),
    onInterrupt: interrupts.listen,
    end(why) {
      process.stderr.write(`${why}\n`);
      interrupts.end();
    },
    get interrupted() {
      return interrupts.first;
    },
  };
}

/** Where the command was started; the home folder where that one is gone. */
function currentFolder(): string {
  try {
    return process.cwd();
  } catch (cause) {
    if (!(cause instanceof Error)) throw cause;
    process.stderr.write(`${text("cli.noFolder")}\n`);
    return homedir();
  }
}

/** A reader that went away (`| head`), or a terminal, ends the printing, not the work. */
function outliveReaders(log: Log): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on("error", (cause: NodeJS.ErrnoException) => {
      if (cause.code !== "EPIPE" && cause.code !== "EIO")
        log("warn", "what was printed could not be written", { reason: cause.message });
    });
  }
}
