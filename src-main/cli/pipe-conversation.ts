import { createInterface } from "node:readline";
import type { PerchEvent } from "../../src-preload/contract/events.ts";
import { text } from "../words.ts";
import type { AgentCall } from "./agent-call.ts";
import { chooseChat } from "./choose-chat.ts";
import type { CliContext, ExitCode } from "./context.ts";
import { endLine } from "./end-line.ts";
import { type Home, openHome } from "./open-home.ts";
import { type RunEnd, watchSession } from "./run-watch.ts";

/**
 * `perch agent --json` behind a pipe: each line is a message, answered before the next is read; nobody is there to ask. The
 * last line that it prints is always a `run-end`.
 */
export async function converseFromPipe(call: AgentCall, context: CliContext): Promise<ExitCode> {
  const home = await openHome(context);
  if (!home.ok) return refused(home.error, context);
  try {
    return await exchangeLines(call, context, home.value);
  } finally {
    await home.value.close();
  }
}

function refused(
  { code, message }: { readonly code: string; readonly message: string },
  context: CliContext,
): ExitCode {
  context.out(`${endLine({ reason: "error", text: "", error: { code, message } })}\n`);
  context.say(message);
  return 1;
}

async function exchangeLines(call: AgentCall, context: CliContext, { connection }: Home): Promise<ExitCode> {
  const chosen = await chooseChat(call, connection, context.files);
  if (!chosen.ok) return refused(chosen.error, context);
  const sessionKey = chosen.value;
  /** What comes between two messages (the ledger's line) would stand behind the end that a program waits for. */
  let isEnded = true;
  let hasEnd = false;
  const onEvent = (event: PerchEvent): void => {
    if (isEnded || event.topic === "mcp") return;
    context.out(`${JSON.stringify(event)}\n`);
    isEnded = event.type === "run-end";
    hasEnd ||= isEnded;
  };
  const onOther = (event: PerchEvent): void => {
    if (event.topic === "approval") onEvent(event);
  };
  const watch = await watchSession(connection, sessionKey, { onEvent, onOther });
  if (!watch.ok) return refused(watch.error, context);
  let code: ExitCode = 0;
  const lines = createInterface({ input: process.stdin });
  const undo = context.onInterrupt(() => {
    code = 1;
    lines.close();
    void connection.request("chat.stop", { sessionKey });
  });
  const send = (line: string) =>
    connection.request("chat.send", {
      sessionKey,
      text: line,
      whenAsked: "deny",
      whenBusy: "queue",
      ...(call.keepsFolder ? {} : { workFolder: call.workFolder }),
      ...(call.mode === null ? {} : { mode: call.mode }),
    });
  for await (const line of lines) {
    if (context.interrupted !== null) break;
    if (line.trim() === "") continue;
    isEnded = false;
    const sent = await send(line);
    if (!sent.ok) return refused(sent.error, context);
    if (sent.value.kind === "answered") {
      context.out(`${endLine({ reason: "answer", ...sent.value.ended, text: sent.value.text })}\n`);
      isEnded = true;
      hasEnd = true;
      continue;
    }
    const runId = sent.value.kind === "started" ? sent.value.runId : null;
    const end = await watch.value.endOf(sent.value.messageId, runId);
    if (end.kind === "lost") return refused({ code: "disconnected", message: text("cli.lost") }, context);
    if (!isGood(end.event)) code = 1;
  }
  undo();
  if (!isEnded || !hasEnd) context.out(`${endLine({ reason: "answer", text: "" })}\n`);
  return code;
}

function isGood(end: RunEnd): boolean {
  return end.reason === "answer";
}
