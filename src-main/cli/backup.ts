import { parseArgs } from "node:util";
import type { BackupRow, RestorePreview } from "../../src-preload/contract/backups.ts";
import { fail, ok, type Result } from "../../src-preload/contract/result.ts";
import { text } from "../words.ts";
import { askYesNo } from "./ask-yes-no.ts";
import { commandUsage } from "./command-table.ts";
import type { CliContext, ExitCode } from "./context.ts";
import { type Home, openHome } from "./open-home.ts";
import { wrongOption } from "./wrong-option.ts";

type BackupCall =
  | { readonly kind: "list" | "now"; readonly json: boolean }
  | { readonly kind: "restore"; readonly id: string; readonly yes: boolean; readonly json: boolean };

/** `perch backup`: the backups that there are, one now, and putting one in the place of the present. */
export async function runBackup(args: readonly string[], context: CliContext): Promise<ExitCode> {
  const call = await readCall(args);
  if (!call.ok) {
    context.say(call.error);
    context.say(commandUsage("backup"));
    return 2;
  }
  const opened = await openHome(context, { place: "terminal", isReopened: true });
  if (!opened.ok) return failed(opened.error.message, context);
  const home = opened.value;
  const isOver = { value: false };
  try {
    return await carryOut(call.value, { home, context, isOver });
  } finally {
    if (!isOver.value) await home.close();
  }
}

const json = { json: { type: "boolean" } } as const;
const restoreOptions = { ...json, yes: { type: "boolean" } } as const;

async function readCall(args: readonly string[]): Promise<Result<BackupCall, string>> {
  const [first = "list", ...rest] = args;
  if (first === "restore") {
    const [id = "", ...options] = rest;
    if (id === "" || id.startsWith("-")) return fail(text("cli.backup.noId"));
    const wrong = await wrongOption(options, restoreOptions);
    if (wrong !== null) return fail(wrong);
    const { values } = parseArgs({ args: options, options: restoreOptions });
    // The name of the file is taken as well.
    return ok({ kind: "restore", id: id.replace(/\.zip$/, ""), yes: values.yes === true, json: values.json === true });
  }
  const kind = first === "now" ? "now" : "list";
  const own = first === kind ? rest : args;
  const wrong = await wrongOption(own, json);
  return wrong === null
    ? ok({ kind, json: parseArgs({ args: [...own], options: json }).values.json === true })
    : fail(wrong);
}

interface Doing {
  readonly home: Home;
  readonly context: CliContext;
  /** The home was let go of by what was asked for. */
  readonly isOver: { value: boolean };
}

function carryOut(call: BackupCall, doing: Doing): Promise<ExitCode> {
  if (call.kind === "restore") return restore(call, doing);
  return call.kind === "now" ? now(call.json, doing) : list(call.json, doing);
}

async function list(isJson: boolean, { home, context }: Doing): Promise<ExitCode> {
  const listed = await home.connection.request("backups.list", {});
  if (!listed.ok) return failed(listed.error.message, context);
  const { backups, broken, problem, folder } = listed.value;
  for (const backup of backups) context.out(isJson ? `${JSON.stringify(backup)}\n` : `${lineOf(backup)}\n`);
  for (const { id, reason } of broken) context.say(`${id}: ${reason}`);
  if (problem !== null) context.say(problem);
  if (backups.length === 0 && !isJson) context.say(text("cli.backup.none", { folder }));
  return 0;
}

async function now(isJson: boolean, { home, context }: Doing): Promise<ExitCode> {
  const stop = context.onInterrupt(() => void home.connection.request("backups.stop", {}));
  const made = await home.connection.request("backups.make", {});
  stop();
  if (!made.ok) return failed(made.error.message, context);
  const { backup } = made.value;
  context.out(isJson ? `${JSON.stringify(backup)}\n` : `${lineOf(backup)}\n`);
  return 0;
}

async function restore(call: BackupCall & { readonly kind: "restore" }, doing: Doing): Promise<ExitCode> {
  const { home, context, isOver } = doing;
  const { connection } = home;
  const looked = await connection.request("backups.preview", { id: call.id });
  if (!looked.ok) return failed(looked.error.message, context);
  const preview = looked.value;
  for (const line of previewLines(preview)) context.say(line);
  if (preview.obstacle !== null) return failed(preview.obstacle, context);
  if (!call.yes) {
    if (!context.isTerminal) {
      context.say(text("cli.backup.wantsYes"));
      return 2;
    }
    if (!(await askYesNo(text("cli.backup.ask")))) return failed(text("cli.backup.left"), context);
  }
  const gone = new Promise<void>((resolve) => connection.onClose(() => resolve()));
  const stop = context.onInterrupt(() => void connection.request("backups.stop", {}));
  const restored = await connection.request("backups.restore", { id: call.id, stopRuns: true });
  stop();
  if (!restored.ok) return failed(restored.error.message, context);
  await gone;
  isOver.value = true;
  return settled(restored.value.kept, call.json, context);
}

/** Whoever has the home next puts everything in its place: this process, where it was the owner. */
async function settled(kept: BackupRow, isJson: boolean, context: CliContext): Promise<ExitCode> {
  const again = await openHome(context);
  if (!again.ok) return failed(again.error.message, context);
  await again.value.close();
  context.out(isJson ? `${JSON.stringify({ kept })}\n` : `${text("cli.backup.restored", { id: kept.id })}\n`);
  return 0;
}

function lineOf({ id, bytes, counts, reason }: BackupRow): string {
  const megabytes = (bytes / 1_000_000).toFixed(1);
  return text(`cli.backup.line.${reason}`, { id, megabytes, chats: counts.chats, messages: counts.messages });
}

function previewLines({ backup, now: present, lost, runs }: RestorePreview): readonly string[] {
  return [
    text("cli.backup.then", { ...backup.counts }),
    text("cli.backup.now", { ...present }),
    text("cli.backup.lost", { ...lost }),
    text("cli.backup.keptFirst"),
    ...(runs === 0 ? [] : [text("cli.backup.runs", { count: runs })]),
  ];
}

function failed(message: string, context: CliContext): ExitCode {
  context.say(message);
  return 1;
}
