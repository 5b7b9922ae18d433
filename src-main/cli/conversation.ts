import { join } from "node:path";
import type { Connection } from "../../src-preload/contract/connection.ts";
import type { PerchEvent } from "../../src-preload/contract/events.ts";
import type { RunId } from "../../src-preload/contract/ids.ts";
import { assertNever } from "../../src-preload/contract/result.ts";
import type { PendingApproval, SessionDetail } from "../../src-preload/contract/session.ts";
import { text } from "../settings/text.ts";
import { writeFileAtomic } from "../storage/atomic-file.ts";
import type { AgentCall } from "./agent-call.ts";
import { type ChatPrinter, createChatPrinter } from "./chat-printer.ts";
import type { CliContext, ExitCode } from "./context.ts";
import { type Home, openHome } from "./open-home.ts";
import { type SessionWatch, watchSession } from "./run-watch.ts";
import { approvalLines, readAnswer } from "./terminal-approval.ts";
import { createTerminalInput, type TerminalInput } from "./terminal-input.ts";

/** Where a conversation is typed and shown. */
export interface TerminalStreams {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
}

const ownTerminal = (): TerminalStreams => ({ input: process.stdin, output: process.stdout });

/** `perch agent`: a conversation in the terminal, or line by line from a pipe. */
export async function converse(call: AgentCall, context: CliContext, streams = ownTerminal()): Promise<ExitCode> {
  if (!context.isTerminal) {
    const { converseFromPipe } = await import("./pipe-conversation.ts");
    return converseFromPipe(call, context);
  }
  const historyPath = join(context.host.paths.home, "terminal-history.json");
  const input = createTerminalInput({
    ...streams,
    history: await readHistory(historyPath, context),
  });
  const conversation = new Conversation(call, context, input);
  const code = await conversation.run();
  const kept = JSON.stringify(input.history.slice(0, 500));
  const saved = await writeFileAtomic(historyPath, kept, { files: context.files, mode: 0o600 });
  if (!saved.ok) context.host.log("warn", "the terminal's history was not saved", { reason: saved.error.message });
  return code;
}

function pausedQueue(count: number): string {
  return count === 1 ? text("cli.onePaused") : text("cli.queuePaused", { count });
}

async function readHistory(path: string, context: CliContext): Promise<readonly string[]> {
  try {
    const kept: unknown = JSON.parse(await context.files.readFile(path, "utf8"));
    return Array.isArray(kept) ? kept.filter((line) => typeof line === "string") : [];
  } catch (cause) {
    const missing = cause instanceof Error && "code" in cause && cause.code === "ENOENT";
    if (!missing) context.host.log("warn", "the terminal's history cannot be read", { reason: String(cause) });
    return [];
  }
}

class Conversation {
  readonly #call: AgentCall;
  readonly #context: CliContext;
  readonly #input: TerminalInput;
  readonly #printer: ChatPrinter;
  /** What was typed here and has not been told as an event yet. */
  readonly #typedHere = new Set<string>();
  #approvals: readonly PendingApproval[] = [];
  #home: Home | null = null;
  #watch: SessionWatch | null = null;
  #leaving = false;
  /** Settles once there is an owner to talk to: what is typed meanwhile waits for it. */
  #ready: Promise<void> = Promise.resolve();
  #finish: (code: ExitCode) => void = () => undefined;

  constructor(call: AgentCall, context: CliContext, input: TerminalInput) {
    this.#call = call;
    this.#context = context;
    this.#input = input;
    this.#printer = createChatPrinter(
      (words) => input.print(words),
      (message) => this.#typedHere.delete(message.content),
    );
  }

  async run(): Promise<ExitCode> {
    const finished = new Promise<ExitCode>((resolve) => {
      this.#finish = resolve;
    });
    this.#input.onMessage((message) => void this.#typed(message));
    this.#input.onInterrupt(() => void this.#stop());
    this.#input.onEnd(() => this.#leave(0));
    this.#ready = this.#open(true);
    await this.#ready;
    const undo = this.#context.onInterrupt(() => this.#leave(0));
    const code = await finished;
    undo();
    this.#leaving = true;
    this.#input.close();
    await this.#home?.close(await this.#howToClose());
    return code;
  }

  /** The owner of a home lets the runs of other chats end first: they belong to other terminals. */
  async #howToClose(): Promise<"stop" | "finish"> {
    if (this.#home?.assistant === null) return "stop";
    const status = await this.#home?.connection.request("system.status", {});
    const runs = status?.ok === true ? status.value.runs : [];
    const others = runs.filter((run) => run.state === "running" && run.sessionKey !== this.#call.sessionKey);
    if (others.length === 0) return "stop";
    this.#context.say(text("cli.othersRunning", { count: others.length }));
    return "finish";
  }

  #leave(code: ExitCode): void {
    this.#leaving = true;
    this.#finish(code);
  }

  /** Claims or reaches the home; again whenever its owner is gone. */
  async #open(first: boolean): Promise<void> {
    const home = await openHome(this.#context);
    if (!home.ok) {
      this.#input.print(home.error.message);
      this.#leave(1);
      return;
    }
    this.#home = home.value;
    const { connection } = home.value;
    connection.onClose(() => {
      if (this.#leaving) return;
      this.#input.print(text("cli.resumed"));
      this.#ready = this.#open(false);
    });
    const watch = await watchSession(connection, this.#call.sessionKey, (event) => this.#event(event));
    if (!watch.ok) return;
    this.#watch?.stop();
    this.#watch = watch.value;
    const detail = await connection.request("session.open", { sessionKey: this.#call.sessionKey, limit: 1 });
    if (first) await this.#welcome(detail.ok ? detail.value : null);
    else if (detail.ok) this.#showState(detail.value);
    const pending = await connection.request("approval.list", {});
    this.#approvals = [];
    if (pending.ok) for (const approval of pending.value.approvals) this.#ask(approval);
    this.#prompt();
  }

  async #welcome(detail: SessionDetail | null): Promise<void> {
    const status = await this.#home?.connection.request("system.status", {});
    const byDefault = status?.ok === true ? status.value.model : null;
    const model = detail?.model ?? byDefault ?? text("command.status.noModel");
    this.#input.print(text("cli.welcome", { model, folder: this.#call.workFolder }));
    const pid = this.#home?.ownerPid ?? null;
    if (pid !== null) this.#input.print(text("cli.attached", { pid }));
    if (detail === null) return;
    const { damagedLines } = detail.summary;
    if (detail.summary.title !== "") this.#input.print(text("cli.continued", { title: detail.summary.title }));
    if (damagedLines > 0) this.#input.print(text("cli.damaged", { count: damagedLines }));
    this.#showState(detail);
  }

  #showState(detail: SessionDetail): void {
    if (detail.lastRun.kind === "interrupted") this.#input.print(text("cli.interruptedRun"));
    if (detail.queue.length > 0 && detail.queuePaused) {
      this.#input.print(pausedQueue(detail.queue.length));
    }
  }

  #event(event: PerchEvent): void {
    if (event.type === "approval-request") this.#ask(event.approval);
    else if (event.type === "approval-decision") this.#decided(event);
    else if (event.type === "queue-changed") {
      if (event.paused && event.queue.length > 0) {
        this.#input.print(pausedQueue(event.queue.length));
      }
    } else this.#printer.event(event);
    if (event.type !== "run-end") return;
    if (event.reason === "budget") this.#input.print(text("cli.overBudget"));
    this.#runEnded(event.runId);
  }

  #ask(approval: PendingApproval): void {
    if (this.#approvals.some((known) => known.approvalId === approval.approvalId)) return;
    // A line that was begun before the question must not answer it.
    if (this.#approvals.length === 0) this.#input.setAside();
    this.#approvals = [...this.#approvals, approval];
    this.#input.print(approvalLines(approval, this.#call.sessionKey).join("\n"));
    this.#prompt();
  }

  #decided(event: Extract<PerchEvent, { type: "approval-decision" }>): void {
    const known = this.#approvals.some((approval) => approval.approvalId === event.approvalId);
    this.#approvals = this.#approvals.filter((approval) => approval.approvalId !== event.approvalId);
    if (known) this.#input.print(text("cli.answeredElsewhere", { decision: event.decision }));
    this.#prompt();
  }

  /** What a run that was stopped had asked is asked no more. */
  #runEnded(runId: RunId): void {
    this.#approvals = this.#approvals.filter((approval) => approval.runId !== runId);
    this.#prompt();
  }

  #prompt(): void {
    const asks = this.#approvals.length > 0;
    this.#input.prompt(asks ? text("cli.askAllow") : "› ");
    if (!asks) this.#input.bringBack();
  }

  async #typed(message: string): Promise<void> {
    // What was asked when it was typed: another card may be on top by the time it can be sent.
    const approval = this.#approvals[0];
    await this.#ready;
    const connection = this.#home?.connection;
    if (connection === undefined) return;
    const { sessionKey } = this.#call;
    if (approval !== undefined && !message.startsWith("/")) {
      await this.#answer(approval, message, connection);
      return;
    }
    if (/^\/(exit|quit)$/.test(message.trim())) return this.#leave(0);
    if (message.trim() === "/queue") {
      const resumed = await connection.request("queue.pause", { sessionKey, paused: false });
      if (!resumed.ok) this.#input.print(resumed.error.message);
      return;
    }
    if (message.trim() === "/resume") {
      const resumed = await connection.request("chat.resume", { sessionKey });
      if (!resumed.ok) this.#input.print(resumed.error.message);
      return;
    }
    await this.#send(message);
  }

  async #answer(approval: PendingApproval, typed: string, connection: Connection): Promise<void> {
    const answer = readAnswer(typed);
    if (answer.kind === "show-all") {
      this.#input.print(approvalLines(approval, this.#call.sessionKey, true).join("\n"));
      return;
    }
    if (answer.kind === "unclear") {
      this.#input.print(text("cli.askAgain"));
      return;
    }
    this.#approvals = this.#approvals.filter((known) => known.approvalId !== approval.approvalId);
    const { kind: _, ...decided } = answer;
    const answered = await connection.request("approval.answer", { approvalId: approval.approvalId, ...decided });
    if (!answered.ok) this.#input.print(answered.error.message);
    else this.#input.print(text(decided.decision === "deny" ? "cli.denied" : "cli.allowed"));
    this.#prompt();
  }

  async #send(message: string): Promise<void> {
    const { sessionKey, workFolder, mode } = this.#call;
    const override = mode === null ? {} : { mode };
    this.#typedHere.add(message);
    const sent = await this.#home?.connection.request("chat.send", {
      sessionKey,
      text: message,
      workFolder,
      ...override,
    });
    if (sent === undefined) return;
    if (!sent.ok) {
      this.#input.print(sent.error.message);
      return;
    }
    switch (sent.value.kind) {
      case "answered":
        this.#input.print(sent.value.text);
        if (message.trim() === "/help") this.#input.print(text("cli.terminalCommands"));
        break;
      case "steered":
      case "queued":
        this.#input.print(text("cli.busy"));
        break;
      case "started":
        break;
      default:
        assertNever(sent.value);
    }
  }

  async #stop(): Promise<void> {
    const { sessionKey } = this.#call;
    const stopped = await this.#home?.connection.request("chat.stop", { sessionKey });
    if (stopped?.ok === true && stopped.value.stopped) return;
    if (!this.#input.discard()) this.#leave(0);
  }
}
