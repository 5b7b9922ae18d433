import { dirname } from "node:path";
import { createInterface } from "node:readline/promises";
import { parseArgs } from "node:util";
import { callSystem } from "../host-node.ts";
import { type ServiceFile, serviceFile } from "../serve/service-file.ts";
import { storageError } from "../storage/storage-error.ts";
import { isMissing } from "../thrown.ts";
import { text } from "../words.ts";
import { commandUsage } from "./command-table.ts";
import type { CliContext, ExitCode } from "./context.ts";
import { wrongOption } from "./wrong-option.ts";

const acts = ["status", "install", "remove"] as const;
const options = { yes: { type: "boolean" }, json: { type: "boolean" } } as const;

/** `perch service`: whether Perch starts when the person logs in, so that jobs are run with no window open. */
export async function runService(args: readonly string[], context: CliContext): Promise<ExitCode> {
  const [first = "status", ...rest] = args;
  const act = acts.find((one) => one === first);
  const wrong = act === undefined ? text("cli.unknownCommand", { name: first }) : await wrongOption(rest, options);
  if (act === undefined || wrong !== null) {
    context.say(wrong ?? "");
    context.say(commandUsage("service"));
    return 2;
  }
  const file = fileFor(context);
  if (typeof file === "string") return failed(file, context);
  const { values } = parseArgs({ args: [...rest], options });
  const code = await carryOut(act, file, values.yes === true, context);
  if (values.json === true) {
    const isInstalled = (await standing(file, context)) === file.content;
    context.out(`${JSON.stringify({ path: file.path, isInstalled })}\n`);
  }
  return code;
}

async function carryOut(
  act: (typeof acts)[number],
  file: ServiceFile,
  isAgreed: boolean,
  context: CliContext,
): Promise<ExitCode> {
  if (act === "status") return status(file, context);
  return act === "install" ? install(file, isAgreed, context) : remove(file, isAgreed, context);
}

/** The file of this platform for this home; else the sentence that says why there is none. */
function fileFor({ host }: CliContext): ServiceFile | string {
  const { platform, paths } = host;
  if (platform !== "linux" && platform !== "darwin" && platform !== "win32") {
    return text("cli.service.platform", { platform });
  }
  const isShell = process.versions["electron"] !== undefined;
  const made = serviceFile({
    platform,
    command: [process.execPath, process.argv[1] ?? "", "serve", "--no-open"],
    env: { PERCH_HOME: paths.home, ...(isShell ? { ELECTRON_RUN_AS_NODE: "1" } : {}) },
    userHome: paths.userHome,
    perchHome: paths.home,
    configHome: process.env["XDG_CONFIG_HOME"] ?? null,
  });
  return made ?? text("cli.service.badName", { path: paths.home });
}

/** What stands there now; null for nothing. */
async function standing({ path, encoding }: ServiceFile, { files }: CliContext): Promise<string | null> {
  try {
    return await files.readFile(path, encoding);
  } catch (cause) {
    if (isMissing(cause)) return null;
    throw cause;
  }
}

async function status(file: ServiceFile, context: CliContext): Promise<ExitCode> {
  const there = await standing(file, context);
  const key = there === null ? "cli.service.none" : there === file.content ? "cli.service.there" : "cli.service.other";
  context.say(text(key, { path: file.path }));
  return 0;
}

async function install(file: ServiceFile, isAgreed: boolean, context: CliContext): Promise<ExitCode> {
  const { path, content, encoding, enable } = file;
  if ((await standing(file, context)) !== content) {
    context.say(text("cli.service.file", { path }));
    for (const line of content.replace("\uFEFF", "").trimEnd().split(/\r?\n/)) context.say(`  ${line}`);
    const answer = await agreed("cli.service.ask", {}, isAgreed, context);
    if (answer !== true) return refused(answer, context);
    try {
      await context.files.mkdir(dirname(path), { recursive: true });
      await context.files.writeFile(path, content, { encoding, mode: 0o644 });
    } catch (cause) {
      return failed(storageError(cause, path).message, context);
    }
    context.say(text("cli.service.written", { path }));
  }
  const command = enable.join(" ");
  if ((await agreed("cli.service.askEnable", { command }, isAgreed, context)) !== true) {
    context.say(text("cli.service.command", { command }));
    return 0;
  }
  const reason = await callSystem(enable);
  if (reason !== null) return failed(text("cli.service.notEnabled", { reason }), context);
  context.say(text("cli.service.enabled"));
  return 0;
}

async function remove(file: ServiceFile, isAgreed: boolean, context: CliContext): Promise<ExitCode> {
  const { path, disable } = file;
  if ((await standing(file, context)) === null) return status(file, context);
  const answer = await agreed("cli.service.askRemove", { path }, isAgreed, context);
  if (answer !== true) return refused(answer, context);
  // One that was never switched on, and a system without it, have nothing to switch off.
  const reason = await callSystem(disable);
  if (reason !== null) context.say(text("cli.service.disable", { command: disable.join(" ") }));
  await context.files.rm(path, { force: true });
  context.say(text("cli.service.removed", { path }));
  return 0;
}

/** Null where nobody could be asked. */
async function agreed(
  key: "cli.service.ask" | "cli.service.askEnable" | "cli.service.askRemove",
  values: Readonly<Record<string, string>>,
  isAgreed: boolean,
  { isTerminal }: CliContext,
): Promise<boolean | null> {
  if (isAgreed) return true;
  if (!isTerminal) return null;
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(es)?$/i.test((await terminal.question(text(key, values))).trim());
  } finally {
    terminal.close();
  }
}

function refused(answer: boolean | null, context: CliContext): ExitCode {
  context.say(text(answer === null ? "cli.service.notAsked" : "cli.service.left"));
  return answer === null ? 1 : 0;
}

function failed(message: string, context: CliContext): ExitCode {
  context.say(message);
  return 1;
}
