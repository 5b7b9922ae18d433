import { StringDecoder } from "node:string_decoder";
import type { Refusal, ToolDetails } from "../../src-preload/contract/records.ts";
import { z } from "../../src-preload/contract/zod.ts";
import type { OpenedFolder, PathGuard } from "../policy/open-in-roots.ts";
import type { Subject } from "../policy/subject.ts";
import { type ChildEnd, runChild } from "../processes/child-process.ts";
import { createOutputCollector } from "../processes/output-collector.ts";
import { refusalsOf } from "../sandbox/refusals.ts";
import { foldersOf, withFolders } from "../settings/path-folders.ts";
import { reachOfCommand, type StartableCommand, startable } from "./command-reach.ts";
import { startSession } from "./command-session.ts";
import { defineTool } from "./define-tool.ts";
import { countOf } from "./format-size.ts";
import { pathSubject } from "./path-subject.ts";
import { createProgress } from "./progress.ts";
import { contentOrNote } from "./result-limit.ts";
import { actingNote, hiddenNamed, hiddenNote, sandboxNote } from "./sandbox-notes.ts";
import { plainTerminalText } from "./terminal-text.ts";
import type { Tool, ToolContext, ToolResult } from "./tool.ts";
import { failure, refusalResult } from "./tool-failure.ts";

const keptChars = 256 * 1024;

const input = () =>
  z.object({
    command: z.string().min(1),
    folder: z.string().optional().describe("Default: the work folder"),
    timeoutSeconds: z.number().min(1).max(600).optional(),
    session: z.boolean().optional().describe("It stays, for a server or watcher; see exec_session"),
    outside: z.boolean().optional().describe("Outside the sandbox, for what it refuses; asks the user"),
  });
type Input = z.output<ReturnType<typeof input>>;

export function execTool(paths: PathGuard): Tool {
  let count = 0;
  return defineTool({
    name: "exec",
    description:
      "Run a shell command (PowerShell on Windows). No input; background processes end with it. In the sandbox, where there is one, it writes in the work folder and $TMPDIR and reaches allowed hosts.",
    words: { doing: "step.doing.run", done: "step.ran", object: "command" },
    asks: "approval.title.command",
    effect: "execute",
    isCore: true,
    repeatSafe: false,
    input,
    subject: (arguments_, context) => execSubject(arguments_, paths, context),
    run: (arguments_, context) => execute(arguments_, paths, { context, mark: markOf(context, ++count) }),
  });
}

async function execSubject(input: Input, paths: PathGuard, context: ToolContext): Promise<Subject> {
  const place = await pathSubject(input.folder ?? ".", "read", paths, context);
  const reach = await reachOfCommand(input.outside === true, context);
  const at = { folder: place.path, admitted: place.admitted };
  const stays = input.session === true ? { stays: true } : {};
  return { kind: "command", command: input.command, ...at, confined: reach.kind === "confined", reach, ...stays };
}

/** One run of the tool: what it may use, and the entry of the environment by which its processes are known. */
interface Execution {
  readonly context: ToolContext;
  readonly mark: { readonly name: string; readonly value: string };
}

/** Also two processes that work on one session differ in it: they never begin in the same instant of one run. */
function markOf({ sessionKey, runId, clock }: ToolContext, count: number): Execution["mark"] {
  return { name: "PERCH_EXEC", value: `${sessionKey}/${runId}/${clock.now()}/${count}` };
}

async function execute(arguments_: Input, paths: PathGuard, execution: Execution): Promise<ToolResult> {
  const { context } = execution;
  const opened = await paths.openFolder(arguments_.folder ?? ".", { access: "read" }, context);
  if (!opened.ok) return refusalResult(opened.error);
  await using folder = opened.value;
  const asksOutside = arguments_.outside === true;
  if (arguments_.session === true) {
    // Awaited: the folder is let go of with this call.
    return await startSession({ command: arguments_.command, folder, asksOutside, mark: execution.mark }, context);
  }
  const timeoutSeconds = arguments_.timeoutSeconds ?? context.execTimeoutSeconds;
  const output = createOutputCollector(keptChars, keptChars);
  const progress = createProgress(context);
  const shown = context.withoutKeys((text) => {
    if (text === "") return;
    output.add(text);
    progress.add(text);
  });
  const started = await startable(arguments_.command, asksOutside, context);
  if (!started.ok) return failure(notConfined(started.error), "not-confined");
  const watched = await context.beforeCommand();
  const end = await runShell({ start: started.value, folder, timeoutSeconds }, shown.push, execution);
  const changed = await watched.end();
  shown.end();
  progress.finish();
  const left = (await started.value.leave?.()) ?? null;
  const text = plainTerminalText(output.text()).trimEnd();
  const added = isProgramMissing(end, text) ? await addedFolders(context) : [];
  const refused = left === null ? [] : refusalsOf(left.hosts, hasFailed(end) ? text : "");
  // A sandbox ends with its command, and what is seen of it then may be its own.
  const hadLeftovers = left === null && "hadLeftovers" in end && end.hadLeftovers;
  const hidden = left === null ? [] : hiddenNamed(left.hidden, `${arguments_.command}\n${text}`, context.userHome);
  const told = { hidden, refused, acting: left?.acting ?? [], hadLeftovers };
  const printed = { output: text + foldersNote(added), lastError: lastErrorIn(text), ...told };
  const result = describeEnd(end, printed, timeoutSeconds);
  const shownResult =
    changed.length === 0 ? result : { ...result, details: { ...result.details, changed: [...changed] } };
  return output.isCut() ? { ...shownResult, isPartial: true } : shownResult;
}

function notConfined(reason: string): string {
  return `The command was not run: it was to run in the sandbox, and could not be confined (${reason}). Tell the user; with outside: true they are asked to run it without.`;
}

function hasFailed(end: ChildEnd): boolean {
  return end.kind !== "exited" || end.code !== 0;
}

interface ShellRequest {
  readonly start: StartableCommand;
  readonly folder: OpenedFolder;
  readonly timeoutSeconds: number;
}

async function runShell(
  request: ShellRequest,
  add: (text: string) => void,
  { context, mark }: Execution,
): Promise<ChildEnd> {
  const decoders = { stdout: new StringDecoder("utf8"), stderr: new StringDecoder("utf8") };
  let end: ChildEnd = { kind: "not-started", code: null, message: "there is no shell" };
  for (const call of request.start.calls) {
    end = await runChild(
      {
        ...call,
        folder: request.folder.location,
        env: request.start.env,
        platform: context.platform,
        clock: context.clock,
        signal: context.signal,
        timeoutMs: request.timeoutSeconds * 1000,
        mark,
      },
      (chunk, stream) => add(decoders[stream].write(chunk)),
    );
    if (end.kind !== "not-started" || end.code !== "ENOENT") break;
  }
  add(decoders.stdout.end() + decoders.stderr.end());
  return end;
}

function isProgramMissing(end: ChildEnd, output: string): boolean {
  return end.kind === "exited" && end.code === 127 && /not found/i.test(output);
}

/** An app that was started from a desktop does not know what a profile adds to the PATH. Commands after this one do. */
async function addedFolders({ childEnv, loginPath }: ToolContext): Promise<readonly string[]> {
  const before = foldersOf(childEnv);
  return foldersOf(withFolders(childEnv, await loginPath())).slice(before.length);
}

function foldersNote(added: readonly string[]): string {
  if (added.length === 0) return "";
  return `\n[From now on commands also find programs in ${added.join(", ")}, which the login shell knows: run it again if its program may be there.]`;
}

/** Longer lines are cut for the row of a step. */
const mostErrorChars = 300;

const looksWrong =
  /\b(error|fail(ed|ure|s)?|fatal|cannot|can't|could not|no such|not found|denied|refused|invalid|unknown|unable|missing|panic|exception|usage)\b|错误|錯誤/i;

/** The last line that reads like an error: both streams come as one, so that nothing else tells them apart. */
function lastErrorIn(output: string): string {
  const lines = output.slice(-4096).split("\n");
  return (lines.findLast((line) => looksWrong.test(line)) ?? "").trim().slice(0, mostErrorChars);
}

interface Printed {
  readonly output: string;
  readonly lastError: string;
  readonly hidden: readonly string[];
  readonly refused: readonly Refusal[];
  readonly acting: readonly string[];
  readonly hadLeftovers: boolean;
}

const endCodes = { exited: "exit", "timed-out": "timeout", stopped: "cut-off" } as const;

function describeEnd(
  end: ChildEnd,
  { output, lastError, hidden, refused, acting, hadLeftovers }: Printed,
  timeoutSeconds: number,
): ToolResult {
  if (end.kind === "not-started") return failure(`The command could not be started: ${end.message}`, "not-started");
  const leftovers = hadLeftovers ? "\n[Processes left in the background were ended.]" : "";
  // What was cut off has not completed.
  const printed = end.kind === "exited" ? contentOrNote("exec", output) : output;
  const content = `${printed.trim() === "" ? "" : `${printed}\n`}${statusLine(end, timeoutSeconds)}${leftovers}${sandboxNote(refused)}${hiddenNote(hidden)}${actingNote(acting)}`;
  const details = { exitCode: end.code, ...toldOf(refused, acting) };
  const why = { code: endCodes[end.kind], ...(lastError === "" ? {} : { lastError }) };
  return end.kind === "exited" && end.code === 0
    ? { kind: "done", content, details }
    : { kind: "failed", message: content, details: { ...details, ...why } };
}

/** Nothing where there is nothing to tell. */
function toldOf(refused: readonly Refusal[], acting: readonly string[]): Pick<ToolDetails, "acting" | "refused"> {
  return {
    ...(refused.length === 0 ? {} : { refused: [...refused] }),
    ...(acting.length === 0 ? {} : { acting: [...acting] }),
  };
}

function statusLine(end: Exclude<ChildEnd, { kind: "not-started" }>, timeoutSeconds: number): string {
  switch (end.kind) {
    case "exited":
      return end.signal === null ? `[Exit status ${end.code}]` : `[Ended by signal ${end.signal}]`;
    case "timed-out":
      return `[Ended after the time limit of ${countOf(timeoutSeconds, "second")}]`;
    case "stopped":
      return "[Stopped]";
  }
}
