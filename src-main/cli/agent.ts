import { fstatSync } from "node:fs";
import { text } from "../words.ts";
import { type AgentCall, parseAgentCall } from "./agent-call.ts";
import { commandUsage } from "./command-table.ts";
import type { CliContext, ExitCode } from "./context.ts";
import { sendOneMessage } from "./one-message.ts";
import type { Piped } from "./piped-input.ts";

/** `perch agent`: one message, or a conversation. */
export async function runAgent(args: readonly string[], context: CliContext): Promise<ExitCode> {
  const call = await parseAgentCall(args, context);
  if (!call.ok) {
    context.say(call.error);
    context.say(commandUsage("agent"));
    return 2;
  }
  const code = await run(call.value, context);
  // A run that was done before the signal came is done.
  return code === 0 ? code : (context.interrupted ?? code);
}

async function run(call: AgentCall, context: CliContext): Promise<ExitCode> {
  const isTerminal = call.message === null && context.isTerminal;
  if (isTerminal) {
    const { converse } = await import("./conversation.ts");
    return converse(call, context);
  }
  if (call.chat.kind === "pick") {
    context.say(text("cli.resumeNeedsKey"));
    return 2;
  }
  if (call.message === null && call.json) {
    const { converseFromPipe } = await import("./pipe-conversation.ts");
    return converseFromPipe(call, context);
  }
  const message = await wholeMessage(call.message, context);
  if (message.trim() !== "") return sendOneMessage({ ...call, message }, context);
  context.say(text("cli.pipedEmpty"));
  return 2;
}

async function wholeMessage(message: string | null, context: CliContext): Promise<string> {
  const kind = kindOfStdin();
  if (kind === "none") return message ?? "";
  const { readPiped, withPiped } = await import("./piped-input.ts");
  const { host: clock, say } = context;
  const piped = await readPiped({ stdin: process.stdin, kind, isNeeded: message === null, clock, say });
  return withPiped(message, piped);
}

/** What stdin is, without touching it: opening the stream costs a start. */
function kindOfStdin(): Piped["kind"] {
  try {
    const facts = fstatSync(0);
    if (facts.isFIFO() || facts.isFile()) return "pipe";
    return facts.isSocket() ? "socket" : "none";
  } catch (cause) {
    // It is closed.
    if (cause instanceof Error && "code" in cause) return "none";
    throw cause;
  }
}
