import { type ContractError, contractError } from "../../src-preload/contract/errors.ts";
import type { PerchEvent } from "../../src-preload/contract/events.ts";
import { createIdMint, type MessageId, type SessionKey } from "../../src-preload/contract/ids.ts";
import { interruptedCode } from "../../src-preload/contract/records.ts";
import { assertNever } from "../../src-preload/contract/result.ts";
import type { SendReceipt } from "../../src-preload/contract/route-outputs.ts";
import { text } from "../words.ts";
import type { AgentCall } from "./agent-call.ts";
import { chooseChat } from "./choose-chat.ts";
import type { CliContext, ExitCode } from "./context.ts";
import { type EndFacts, endLine } from "./end-line.ts";
import { createQuestions } from "./message-questions.ts";
import { type Home, openHome } from "./open-home.ts";
import { createOwnEvents } from "./own-events.ts";
import { createQueueWatch, type QueueWatch } from "./queue-watch.ts";
import { newsOf } from "./run-news.ts";
import type { RunProgress } from "./run-progress.ts";
import { type RunEnd, type SessionWatch, watchSession } from "./run-watch.ts";
import { endOf } from "./run-words.ts";

type NewMessage = AgentCall & { readonly message: string };
/** With the chat that it goes to, which the home tells. */
type OneMessage = NewMessage & { readonly sessionKey: SessionKey };

/** So many owners may end before the message has its answer. */
const maxAttempts = 100;

/**
 * `perch agent -m`: sends one message, waits for its turn, prints the answer and nothing else. An owner that ends before is
 * followed by the next one, which is sent the same message under the same id. Whoever watches sees what is done meanwhile.
 */
export async function sendOneMessage(call: NewMessage, context: CliContext): Promise<ExitCode> {
  const messageId = createIdMint(context.host.createId).message();
  using progress = await progressOf(call, context, messageId);
  for (let attempt = 1; ; attempt += 1) {
    if (attempt > 1) progress?.followAnew();
    progress?.waits(text("terminal.doing.starts"));
    const home = await openHome(context);
    if (!home.ok) return failed(home.error, call, { context, progress });
    const chosen = await chooseChat(call, home.value.connection, context.files);
    if (!chosen.ok) {
      await home.value.close();
      if (chosen.error.code === "disconnected" && attempt < maxAttempts) continue;
      return failed(chosen.error, call, { context, progress });
    }
    const sending = { ...call, sessionKey: chosen.value };
    const done = await exchange(sending, context, { home: home.value, messageId, again: attempt > 1, progress });
    if (done.kind === "exit") return done.code;
    if (attempt === maxAttempts) return failed(done.error, call, { context, progress });
  }
}

/** What shows the progress is loaded where somebody watches: no other start pays for it. */
async function progressOf({ json }: AgentCall, context: CliContext, messageId: MessageId): Promise<RunProgress | null> {
  if (json || !context.isWatched) return null;
  const { showProgress } = await import("./run-progress.ts");
  return showProgress(context, messageId);
}

interface Attempt {
  readonly home: Home;
  readonly messageId: MessageId;
  /** An owner ended before it answered: the message may have reached the disk all the same. */
  readonly again: boolean;
  readonly progress: RunProgress | null;
}

type Exchanged =
  | { readonly kind: "exit"; readonly code: ExitCode }
  | { readonly kind: "owner-gone"; error: ContractError };

async function exchange(call: OneMessage, context: CliContext, attempt: Attempt): Promise<Exchanged> {
  const { home, messageId } = attempt;
  let interrupted = false;
  const undo = context.onInterrupt(() => {
    interrupted = true;
    void home.connection.request("chat.stop", { sessionKey: call.sessionKey, messageId });
  });
  try {
    return await send(call, context, attempt);
  } finally {
    undo();
    // Whoever waits for another message goes on with it in the next owner.
    await home.close(interrupted ? "quit" : "finish");
  }
}

async function send(call: OneMessage, context: CliContext, attempt: Attempt): Promise<Exchanged> {
  const { home, messageId, again, progress } = attempt;
  const end = { context, progress };
  const { connection } = home;
  const exit = (code: ExitCode): Exchanged => ({ kind: "exit", code });
  const refused = (error: ContractError): Exchanged =>
    error.code === "disconnected" ? { kind: "owner-gone", error } : exit(failed(error, call, end));
  const printed = createOwnEvents(call.sessionKey, createPrinter(call, end));
  const questions = createQuestions(connection, context, progress);
  const place = createQueueWatch(call.sessionKey, messageId);
  const watch = await watchSession(connection, call.sessionKey, {
    onEvent(event) {
      printed.event(event);
      place.event(event);
      questions(event);
      if (event.type === "server-changed") progress?.event(event);
    },
  });
  if (!watch.ok) return refused(watch.error);
  const sent = await connection.request("chat.send", {
    sessionKey: call.sessionKey,
    text: call.message,
    messageId,
    again,
    whenBusy: "queue",
    whenAsked: context.isTerminal ? "wait" : "deny",
    ...(call.keepsFolder ? {} : { workFolder: call.workFolder }),
    ...(call.mode === null ? {} : { mode: call.mode }),
  });
  if (!sent.ok) return refused(sent.error);
  if (sent.value.kind === "queued") progress?.waits(text("terminal.doing.turn"));
  printed.accepted(sent.value.messageId, sent.value.kind === "started" ? sent.value.runId : null);
  const fate = await fateOf(sent.value, call, { home, watch: watch.value, place, isTerminal: context.isTerminal });
  if (fate.kind !== "lost") return exit(told(fate, call, end));
  await watch.value.gone;
  return { kind: "owner-gone", error: contractError("disconnected", text("cli.lost")) };
}

/** `--json`: every event a line; else the progress, for a person who watches, or the news for one who does not. */
function createPrinter(call: OneMessage, { context, progress }: Ending): (event: PerchEvent) => void {
  return (event) => {
    if (event.type === "run-end" && isCutOff(event)) return;
    if (call.json) return context.out(`${JSON.stringify(event)}\n`);
    if (progress !== null) return progress.event(event);
    const news = newsOf(event);
    if (news !== null) context.say(news);
  };
}

/** The end of a process cut its run off: the next owner goes on with it. */
function isCutOff({ error }: Pick<RunEnd, "error">): boolean {
  return error?.code === interruptedCode;
}

type Answered = Extract<SendReceipt, { kind: "answered" }>;

/** What became of the message. `lost`: its owner went before it was answered. */
type Fate =
  | { readonly kind: "answered"; readonly receipt: Answered }
  | { readonly kind: "ended"; readonly event: RunEnd }
  | { readonly kind: "kept"; readonly sentence: string }
  | { readonly kind: "lost" };

interface Watched {
  readonly home: Home;
  readonly watch: SessionWatch;
  readonly place: QueueWatch;
  readonly isTerminal: boolean;
}

async function fateOf(receipt: SendReceipt, { sessionKey }: OneMessage, watched: Watched): Promise<Fate> {
  const { home, watch, place, isTerminal } = watched;
  switch (receipt.kind) {
    case "answered":
      return { kind: "answered", receipt };
    case "steered":
    case "queued": {
      const waits = place.leaves();
      const detail = await home.connection.request("session.open", { sessionKey, limit: 1 });
      const { approvals, queue, queuePaused } = detail.ok ? detail.value : nothingKnown;
      const waiting = approvals[0];
      if (waiting !== undefined && !isTerminal) {
        return { kind: "kept", sentence: text("cli.waiting", { title: waiting.subject.title, session: sessionKey }) };
      }
      const standsStill: Fate = { kind: "kept", sentence: text("cli.standsStill", { session: sessionKey }) };
      if (queuePaused && queue.some((entry) => entry.id === receipt.messageId)) return standsStill;
      const first = await Promise.race([watch.endOf(receipt.messageId, null), waits]);
      if (first === "paused") return standsStill;
      return first === "removed" ? { kind: "kept", sentence: text("cli.takenOut") } : endedOrLost(first);
    }
    case "started":
      return endedOrLost(await watch.endOf(receipt.messageId, receipt.runId));
    default:
      return assertNever(receipt);
  }
}

const nothingKnown = { approvals: [], queue: [], queuePaused: false } as const;

function endedOrLost(end: Awaited<ReturnType<SessionWatch["endOf"]>>): Fate {
  return end.kind === "lost" || isCutOff(end.event) ? { kind: "lost" } : end;
}

/** Where the end goes, and what of it stands there already. */
interface Ending {
  readonly context: CliContext;
  readonly progress: RunProgress | null;
}

function told(fate: Exclude<Fate, { kind: "lost" }>, call: OneMessage, end: Ending): ExitCode {
  const { context, progress } = end;
  // Nothing may live below what is printed now.
  progress?.[Symbol.dispose]();
  switch (fate.kind) {
    case "answered": {
      const { text: words, ended: facts = { reason: "answer" } } = fate.receipt;
      if (call.json) context.out(`${endLine({ ...facts, text: words })}\n`);
      return ended({ ...facts, text: words }, call, end);
    }
    case "kept":
      context.say(oneLine(fate.sentence));
      return 1;
    case "ended":
      return ended(fate.event, call, end);
    default:
      return assertNever(fate);
  }
}

function ended(event: EndFacts, call: OneMessage, { context, progress }: Ending): ExitCode {
  const isDrawn = call.json || progress?.hasDrawn(event.text) === true;
  if (event.reason === "answer") {
    if (!isDrawn) context.out(`${event.text}\n`);
    return 0;
  }
  const message = endOf(event);
  if (!isDrawn && event.text !== "" && event.text !== message) context.out(`${event.text}\n`);
  if (progress?.hasTold !== true) context.say(oneLine(message));
  if (event.reason === "budget") context.say(text("cli.overBudgetOnce", { session: call.sessionKey }));
  return 1;
}

function failed({ code, message }: ContractError, { json }: AgentCall, { context, progress }: Ending): ExitCode {
  progress?.[Symbol.dispose]();
  if (json) context.out(`${endLine({ reason: "error", text: "", error: { code, message } })}\n`);
  context.say(oneLine(message));
  return 1;
}

function oneLine(message: string): string {
  return message.replaceAll(/\s*\n\s*/g, " ");
}
