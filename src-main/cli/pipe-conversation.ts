import { createInterface } from "node:readline";
import type { PerchEvent } from "../../src-preload/contract/events.ts";
import { text } from "../settings/text.ts";
import type { AgentCall } from "./agent-call.ts";
import { endOf } from "./chat-printer.ts";
import type { CliContext, ExitCode } from "./context.ts";
import { type Home, openHome } from "./open-home.ts";
import { watchSession } from "./run-watch.ts";
import { createStepPrinter, isNews } from "./step-printer.ts";

/** `perch agent` behind a pipe: each line is a message, answered before the next is read; nobody is there to ask. */
export async function converseFromPipe(call: AgentCall, context: CliContext): Promise<ExitCode> {
  const home = await openHome(context);
  if (!home.ok) {
    context.say(home.error.message);
    return 1;
  }
  try {
    return await exchangeLines(call, context, home.value);
  } finally {
    await home.value.close();
  }
}

async function exchangeLines(call: AgentCall, context: CliContext, { connection }: Home): Promise<ExitCode> {
  const { sessionKey, workFolder, mode } = call;
  const steps = createStepPrinter(context.say);
  const onEvent = (event: PerchEvent): void => {
    if (call.json) context.out(`${JSON.stringify(event)}\n`);
    else if (isNews(event)) steps.event(event);
  };
  const watch = await watchSession(connection, sessionKey, onEvent);
  if (!watch.ok) {
    context.say(watch.error.message);
    return 1;
  }
  let code: ExitCode = 0;
  let interrupted = false;
  const lines = createInterface({ input: process.stdin });
  context.onInterrupt(() => {
    interrupted = true;
    lines.close();
    void connection.request("chat.stop", { sessionKey });
  });
  for await (const line of lines) {
    if (interrupted) return 1;
    if (line.trim() === "") continue;
    const override = mode === null ? {} : { mode };
    const input = { sessionKey, text: line, workFolder, whenAsked: "deny" as const, whenBusy: "queue" as const };
    const sent = await connection.request("chat.send", { ...input, ...override });
    if (!sent.ok) {
      context.say(sent.error.message);
      return 1;
    }
    if (sent.value.kind === "answered") {
      if (!call.json) context.out(`${sent.value.text}\n`);
      continue;
    }
    const end = await watch.value.endOf(sent.value.messageId, sent.value.kind === "started" ? sent.value.runId : null);
    if (end.kind === "lost") {
      context.say(text("cli.lost"));
      return 1;
    }
    if (!call.json && end.event.text !== "") context.out(`${end.event.text}\n`);
    if (end.event.reason !== "answer") {
      context.say(endOf(end.event));
      code = 1;
    }
  }
  return interrupted ? 1 : code;
}
