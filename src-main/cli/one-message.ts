import type { ContractError } from "../../src-preload/contract/errors.ts";
import type { PerchEvent } from "../../src-preload/contract/events.ts";
import type { SessionKey } from "../../src-preload/contract/ids.ts";
import type { Message } from "../../src-preload/contract/records.ts";
import { assertNever } from "../../src-preload/contract/result.ts";
import type { SendReceipt } from "../../src-preload/contract/routes.ts";
import { text } from "../settings/text.ts";
import type { AgentCall } from "./agent-call.ts";
import { chooseChat } from "./choose-chat.ts";
import type { CliContext, ExitCode } from "./context.ts";
import { endLine } from "./end-line.ts";
import { type Home, openHome } from "./open-home.ts";
import { createOwnEvents } from "./own-events.ts";
import { type SessionWatch, watchSession } from "./run-watch.ts";
import { endOf } from "./run-words.ts";
import { createStepPrinter, isNews } from "./step-printer.ts";

type NewMessage = AgentCall & { readonly message: string };
/** With the chat that it goes to, which the home tells. */
type OneMessage = NewMessage & { readonly sessionKey: SessionKey };

/** How often an owner that ends at this very moment is followed by another one before that is told as a failure. */
const maxAttempts = 5;

/** `perch agent -m`: sends one message, waits for its turn, prints the answer and nothing else. */
export async function sendOneMessage(call: NewMessage, context: CliContext): Promise<ExitCode> {
  const since = context.host.now();
  for (let attempt = 1; ; attempt += 1) {
    const home = await openHome(context);
    if (!home.ok) return failed(home.error, call, context);
    const chosen = await chooseChat(call, home.value.connection, context.files);
    if (!chosen.ok) {
      await home.value.close();
      return failed(chosen.error, call, context);
    }
    const sending = { ...call, sessionKey: chosen.value };
    const done = await exchange(sending, context, { home: home.value, isRepeat: attempt > 1, since });
    if (done.kind === "exit") return done.code;
    if (attempt === maxAttempts) return failed(done.error, call, context);
  }
}

interface Attempt {
  readonly home: Home;
  /** An owner ended before it answered: the message may have reached the disk all the same. */
  readonly isRepeat: boolean;
  /** When the command began, milliseconds since 1970. */
  readonly since: number;
}

type Exchanged =
  | { readonly kind: "exit"; readonly code: ExitCode }
  | { readonly kind: "owner-gone"; error: ContractError };

async function exchange(call: OneMessage, context: CliContext, attempt: Attempt): Promise<Exchanged> {
  const { home } = attempt;
  let interrupted = false;
  const undo = context.onInterrupt(() => {
    interrupted = true;
    void home.connection.request("chat.stop", { sessionKey: call.sessionKey });
  });
  try {
    return await send(call, context, attempt);
  } finally {
    undo();
    await home.close(interrupted ? "stop" : "finish");
  }
}

async function send(call: OneMessage, context: CliContext, { home, isRepeat, since }: Attempt): Promise<Exchanged> {
  const { connection } = home;
  const over = (code: ExitCode): Exchanged => ({ kind: "exit", code });
  const refused = (error: ContractError): Exchanged =>
    error.code === "disconnected" ? { kind: "owner-gone", error } : over(failed(error, call, context));
  const printed = createOwnEvents(call.sessionKey, createPrinter(call, context));
  const watch = await watchSession(connection, call.sessionKey, (event) => {
    printed.event(event);
    if (event.type === "approval-request" && context.isTerminal) {
      void ask(event.approval, home.connection, context);
    }
  });
  if (!watch.ok) return refused(watch.error);
  if (isRepeat && (await wasTaken(call, home, since))) {
    context.say(text("cli.lost"));
    return over(1);
  }
  const sent = await connection.request("chat.send", {
    sessionKey: call.sessionKey,
    text: call.message,
    whenBusy: "queue",
    whenAsked: context.isTerminal ? "wait" : "deny",
    ...(call.keepsFolder ? {} : { workFolder: call.workFolder }),
    ...(call.mode === null ? {} : { mode: call.mode }),
  });
  if (!sent.ok) return refused(sent.error);
  printed.accepted(sent.value.messageId, sent.value.kind === "started" ? sent.value.runId : null);
  return over(await answered(sent.value, call, context, { home, watch: watch.value }));
}

/** What draws a card is loaded where one is needed: no start pays for it. */
async function ask(...asked: Parameters<typeof import("./terminal-approval.ts").askOnTerminal>): Promise<void> {
  const { askOnTerminal } = await import("./terminal-approval.ts");
  await askOnTerminal(...asked);
}

/** True when the message lies in the chat although nobody said so. */
async function wasTaken({ sessionKey, message }: OneMessage, { connection }: Home, since: number): Promise<boolean> {
  const opened = await connection.request("session.open", { sessionKey, limit: 20 });
  if (!opened.ok) return false;
  const { page, queue } = opened.value;
  const isIt = (row: Message): boolean =>
    row.role === "user" && row.content === message && Date.parse(row.timestamp) >= since;
  return page.messages.some((row) => isIt(row.message)) || queue.some((entry) => entry.content === message);
}

/** `--json`: every event a line; else the steps, for a person who watches. */
function createPrinter(call: OneMessage, context: CliContext): (event: PerchEvent) => void {
  const steps = createStepPrinter(context.say);
  return (event) => {
    if (call.json) context.out(`${JSON.stringify(event)}\n`);
    else if (context.isTerminal || isNews(event)) steps.event(event);
  };
}

interface Watched {
  readonly home: Home;
  readonly watch: SessionWatch;
}

async function answered(
  receipt: SendReceipt,
  call: OneMessage,
  context: CliContext,
  { home, watch }: Watched,
): Promise<ExitCode> {
  switch (receipt.kind) {
    case "answered":
      if (call.json) context.out(`${endLine(receipt.text, null)}\n`);
      else context.out(`${receipt.text}\n`);
      return 0;
    case "steered":
    case "queued": {
      const detail = await home.connection.request("session.open", { sessionKey: call.sessionKey, limit: 1 });
      const waiting = detail.ok ? detail.value.approvals[0] : undefined;
      if (waiting !== undefined && !context.isTerminal) {
        context.say(text("cli.waiting", { title: waiting.subject.title, session: call.sessionKey }));
        return 1;
      }
      return ended(await watch.endOf(receipt.messageId, null), call, context);
    }
    case "started":
      return ended(await watch.endOf(receipt.messageId, receipt.runId), call, context);
    default:
      return assertNever(receipt);
  }
}

function ended(end: Awaited<ReturnType<SessionWatch["endOf"]>>, call: OneMessage, context: CliContext): ExitCode {
  if (end.kind === "lost") {
    context.say(text("cli.lost"));
    return 1;
  }
  const { event } = end;
  if (event.reason === "answer") {
    if (!call.json) context.out(`${event.text}\n`);
    return 0;
  }
  const message = endOf(event);
  if (!call.json && event.text !== "" && event.text !== message) context.out(`${event.text}\n`);
  context.say(oneLine(message));
  return 1;
}

function failed(error: ContractError, { json }: AgentCall, context: CliContext): ExitCode {
  if (json) context.out(`${endLine("", error)}\n`);
  context.say(oneLine(error.message));
  return 1;
}

function oneLine(message: string): string {
  return message.replaceAll(/\s*\n\s*/g, " ");
}
