import type { Connection } from "../../src-preload/contract/connection.ts";
import { assertNever, ok, type Result } from "../../src-preload/contract/result.ts";
import { text } from "../words.ts";
import { listChats } from "./chat-list.ts";
import { type ExportCall, readExportCall, runExport } from "./chats-export.ts";
import { type ImportCall, readImportCall, runImport } from "./chats-import.ts";
import { readSearchCall, runSearch, type SearchCall } from "./chats-search.ts";
import { commandUsage } from "./command-table.ts";
import type { CliContext, ExitCode } from "./context.ts";
import { openHome } from "./open-home.ts";
import { wantsJson } from "./status.ts";
import { chatLines } from "./terminal/chat-lines.ts";

/** Wide enough for titles where nobody tells how wide a line is. */
const pipeWidth = 120;

interface ListCall {
  readonly kind: "list";
  readonly json: boolean;
}
type ChatsCall = ListCall | ExportCall | ImportCall | SearchCall;

/** `perch chats`: all chats, newest first; `export` and `import` carry them out and in, `search` finds what was said. */
export async function runChats(args: readonly string[], context: CliContext): Promise<ExitCode> {
  const call = await readCall(args);
  if (!call.ok) {
    context.say(call.error);
    context.say(commandUsage("chats"));
    return 2;
  }
  const home = await openHome(context);
  if (!home.ok) {
    context.say(home.error.message);
    return 1;
  }
  try {
    return await carryOut(call.value, home.value.connection, context);
  } finally {
    await home.value.close();
  }
}

async function readCall(args: readonly string[]): Promise<Result<ChatsCall, string>> {
  const [first, ...rest] = args;
  if (first === "export") return readExportCall(rest);
  if (first === "import") return readImportCall(rest);
  if (first === "search") return readSearchCall(rest);
  const json = await wantsJson(args);
  return json.ok ? ok({ kind: "list", json: json.value }) : json;
}

function carryOut(call: ChatsCall, connection: Connection, context: CliContext): Promise<ExitCode> {
  switch (call.kind) {
    case "list":
      return list(call, connection, context);
    case "export":
      return runExport(call, connection, context);
    case "import":
      return runImport(call, connection, context);
    case "search":
      return runSearch(call, connection, { context, width: lineWidth() });
    default:
      return assertNever(call);
  }
}

function lineWidth(): number {
  return process.stdout.columns ?? pipeWidth;
}

/** With `json` an object each, one a line. */
async function list({ json }: ListCall, connection: Connection, context: CliContext): Promise<ExitCode> {
  const chats = await listChats(connection);
  if (!chats.ok) {
    context.say(chats.error.message);
    return 1;
  }
  if (json) for (const chat of chats.value) context.out(`${JSON.stringify(chat)}\n`);
  else if (chats.value.length === 0) context.say(text("terminal.noChats"));
  else {
    for (const shown of chatLines(chats.value, context.host.now(), lineWidth())) context.out(`${shown}\n`);
  }
  return 0;
}
