import { z } from "../../src-preload/contract/zod.ts";
import type { CommandNews, KeptCommand } from "../commands/kept-command.ts";
import type { OpenedFolder } from "../policy/open-in-roots.ts";
import type { Subject } from "../policy/subject.ts";
import { startable } from "./command-reach.ts";
import { defineTool } from "./define-tool.ts";
import { confinedServerNote } from "./sandbox-notes.ts";
import { plainTerminalText } from "./terminal-text.ts";
import type { Tool, ToolContext, ToolResult } from "./tool.ts";
import { failure } from "./tool-failure.ts";

/* Commands that stay: begun by exec, looked at, stopped and written to by the tools below. */

/** What a first look waits for: many a command says at once what it is about, or that it failed. */
const firstLookMs = 1000;

interface SessionRequest {
  readonly command: string;
  readonly folder: OpenedFolder;
  readonly asksOutside: boolean;
  readonly mark: { readonly name: string; readonly value: string };
}

/** Starts a command that stays; the result has its id. */
export async function startSession(request: SessionRequest, context: ToolContext): Promise<ToolResult> {
  const { command, folder, asksOutside, mark } = request;
  const prepared = await startable(command, asksOutside, context);
  if (!prepared.ok) return failure(`The command was not started: ${prepared.error}`, "not-confined");
  const { calls, env, leave } = prepared.value;
  const [call] = calls;
  if (call === undefined) return failure("The command could not be started: there is no shell", "not-started");
  const started = await context.commands.running.start({
    sessionKey: context.sessionKey,
    command,
    confined: leave !== null,
    file: call.file,
    arguments: call.arguments,
    folder: folder.location,
    env,
    platform: context.platform,
    mark,
    signal: context.signal,
    withoutKeys: context.withoutKeys,
    onEnd: async () => leave?.(),
  });
  if (!started.ok) return failure(`The command could not be started: ${started.error}`, "not-started");
  const news = await started.value.news(firstLookMs, context.signal);
  const { id } = started.value.row();
  const how = `Look again with exec_session {"id": "${id}"}; it stays until it ends or is stopped`;
  const server = leave === null ? "" : ` ${confinedServerNote}`;
  return told(news, news.end === null ? `[Runs as ${id}. ${how}.${server}]` : "");
}

const lookInput = () =>
  z.object({
    id: z.string(),
    waitSeconds: z.number().min(0).max(60).optional().describe("Wait this long for something new; default 5"),
    stop: z.boolean().optional(),
  });

export function execSessionTool(): Tool {
  return defineTool({
    name: "exec_session",
    description: "What a command that exec began as a session has written since the last look; stop ends it.",
    words: { doing: "step.doing.watch", done: "step.watched", object: "id" },
    asks: "approval.title.tool",
    effect: "read",
    exclusive: true,
    repeatSafe: false,
    input: lookInput,
    subject: async () => ({ kind: "none" }),
    async run({ id, waitSeconds = 5, stop = false }, context) {
      const command = context.commands.running.find(context.sessionKey, id);
      if (command === null) return unknownSession(id);
      if (stop) await command.stop("stopped");
      const news = await command.news(waitSeconds * 1000, context.signal);
      return told(news, news.end === null ? "[It runs.]" : "");
    },
  });
}

const typeInput = () => z.object({ id: z.string(), input: z.string().describe("A line needs its \\n") });

export function execInputTool(): Tool {
  return defineTool({
    name: "exec_input",
    description: "Writes to the standard input of a command that exec began as a session.",
    words: { doing: "step.doing.type", done: "step.typed", object: "id" },
    asks: "approval.title.input",
    effect: "execute",
    repeatSafe: false,
    input: typeInput,
    subject: async ({ id, input }, context) => inputSubject(id, input, context),
    async run({ id, input }, context) {
      const command = context.commands.running.find(context.sessionKey, id);
      if (command === null) return unknownSession(id);
      if (!command.write(input)) return failure(`${id} has ended and reads nothing any more.`, "not-started");
      return told(await command.news(firstLookMs, context.signal), "[Written.]");
    },
  });
}

/** What is written to a shell is a command: it may do what the one that reads it may. */
async function inputSubject(id: string, input: string, context: ToolContext): Promise<Subject> {
  const row = context.commands.running.find(context.sessionKey, id)?.row();
  const folder = context.workFolder;
  const hosts = context.commands.allowedHosts;
  const confined = row?.confined === true;
  const reach = confined ? ({ kind: "confined", folder, hosts } as const) : ({ kind: "asked" } as const);
  return { kind: "command", command: input, folder, admitted: row !== undefined, confined, reach };
}

function unknownSession(id: string): ToolResult {
  return failure(
    `There is no command ${id} in this chat. It may be one of before Perch was started anew, which ends them all: start it again where it is needed.`,
    "not-found",
  );
}

function told({ text, isCut, end }: CommandNews, note: string): ToolResult {
  const words = [plainTerminalText(text).trimEnd(), note, end === null ? "" : endWords(end)];
  const content = words.filter((one) => one !== "").join("\n");
  return { kind: "done", content, ...(isCut ? { isPartial: true } : {}) };
}

function endWords(end: NonNullable<ReturnType<KeptCommand["row"]>["end"]>): string {
  if (end.kind === "stopped") return "[It was stopped.]";
  if (end.kind === "idle") return "[It was ended: nothing came of it for 60 minutes.]";
  return end.signal === null ? `[It ended with exit status ${end.code}.]` : `[It ended by signal ${end.signal}.]`;
}
