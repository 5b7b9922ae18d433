import { type ContractError, contractError } from "../../src-preload/contract/errors.ts";
import { type MessageId, parseSessionKey, type RunId, type SessionKey } from "../../src-preload/contract/ids.ts";
import { fail, ok, type Result } from "../../src-preload/contract/result.ts";
import type { SendReceipt } from "../../src-preload/contract/routes.ts";
import type { ContextReport } from "../../src-preload/contract/window.ts";
import { createLane, type Lane } from "../bus/lane.ts";
import type { InboundMessage, InboundMetadata } from "../bus/message-bus.ts";
import type { Decided } from "../policy/approvals.ts";
import type { Session } from "../sessions/session-store.ts";
import { reasonOf } from "../thrown.ts";
import { text } from "../words.ts";
import { answerCommand } from "./answer-command.ts";
import { createAsk } from "./ask/ask.ts";
import { closeOpenCalls } from "./close-calls.ts";
import { parseCommand } from "./commands.ts";
import { type ContextBuilder, createContextBuilder } from "./context-builder.ts";
import type { AgentDependencies, RunContext } from "./dependencies.ts";
import type { WorkPlace } from "./in-force.ts";
import { keepAnswer } from "./keep-answer.ts";
import { createLine, type Line } from "./line.ts";
import { createMessageQueue, type MessageQueue } from "./message-queue.ts";
import { createNoRoomTeller, type NoRoomTeller } from "./no-room.ts";
import { openRun } from "./open-run.ts";
import { replanCalls } from "./planned-call.ts";
import { previewRequest } from "./preview-request.ts";
import type { RecordMint, UserText } from "./records.ts";
import { recover } from "./recover.ts";
import { cutOff, errorEnd, factsOf, stoppedEnd } from "./run-ends.ts";
import { type CallsOfReply, createToolCalls } from "./tool-calls.ts";
import { runTurn, type TurnEnd } from "./turn.ts";
import { turnFacts } from "./turn-context.ts";
import { factsForTools } from "./turn-tools.ts";

interface ActiveRun {
  readonly run: RunContext;
  readonly abort: AbortController;
  readonly done: Promise<void>;
}

/** One session's agent: takes its messages one at a time and never runs two turns at once. */
export class SessionRunner {
  readonly session: Session;
  readonly queue: MessageQueue;
  readonly #deps: AgentDependencies;
  readonly #records: RecordMint;
  readonly #context: ContextBuilder;
  readonly #line: Line;
  readonly #tellNoRoom: NoRoomTeller;
  /** One after the other, whatever comes from which client. */
  readonly #serially: Lane;
  #active: ActiveRun | null = null;
  /** Until what follows the last run has begun. */
  #following: Promise<void> | null = null;
  #recovered = false;
  #closed = false;
  #isCutOff = false;

  constructor(deps: AgentDependencies, records: RecordMint, session: Session) {
    this.#deps = deps;
    this.#records = records;
    this.session = session;
    this.#serially = createLane((cause) =>
      deps.host.log("error", "a session's work threw", { key: session.key, reason: String(cause) }),
    );
    this.#context = createContextBuilder(deps);
    this.#tellNoRoom = createNoRoomTeller(deps, records);
    this.queue = createMessageQueue(deps, records, session);
    this.#line = createLine({
      ...{ session, queue: this.queue },
      activeRun: () => this.activeRun,
      isBlocked: () => this.#active !== null || this.#suspended,
      begin: (message) => this.#begin(message),
      resume: () => this.#rerun(async () => ok(undefined)),
      takeNext: () => this.#takeNext(),
      abort: () => this.#active?.abort.abort(),
    });
  }

  get activeRun(): RunId | null {
    return this.#active?.run.runId ?? null;
  }

  /** Where and how the run that is on works; null when there is none. */
  get activeWork(): WorkPlace | null {
    return this.#active?.run ?? null;
  }

  /** What the last request was made of; before the first one, what would be sent now. */
  async report(): Promise<Result<ContextReport, ContractError>> {
    const sent = this.#context.report();
    return sent === null ? previewRequest(this.#deps, this.session) : ok(sent);
  }

  /** Where what is used now counts. */
  usagePlace(): { readonly sessionKey: SessionKey; readonly runId: RunId } {
    const last = this.session.lastRun;
    const runId = this.activeRun ?? (last.kind === "none" ? this.#deps.ids.run() : last.runId);
    return { sessionKey: this.session.key, runId };
  }

  /** Resolves when no run is on. */
  async idle(): Promise<void> {
    while (this.#active !== null) await this.#active.done;
  }

  /** Closes what a dead process left open; once, before anything else happens to the session. */
  ready(): Promise<Result<void, ContractError>> {
    return this.#serially(async () => {
      if (this.#recovered) return ok(undefined);
      const recovered = await recover(this.#deps, this.#records, this.session);
      if (!recovered.ok) return recovered;
      this.#recovered = true;
      // Nobody is about to take these in: they wait until the person says so, or somebody who waits for one of them.
      if (!this.#suspended) this.queue.pause(true);
      this.#line.begin();
      return recovered;
    });
  }

  /** A call of it waits for a decision, in this process or since an earlier one. */
  get waits(): boolean {
    return this.session.pendingApprovals.length > 0;
  }

  /**
   * From now on nothing begins; what is on is stopped and its end written. A run that waits is left as it is. `isCutOff`:
   * nobody wanted it stopped, and it can be gone on with.
   */
  async close(isCutOff: boolean): Promise<void> {
    this.#closed = true;
    await this.#serially(async () => undefined);
    if (this.waits) return;
    this.#isCutOff = isCutOff;
    this.stop();
    await this.idle();
  }

  /** Stops the run that is on, or closes the one that waits since an earlier process. False when there is neither. */
  async halt(): Promise<Result<boolean, ContractError>> {
    return this.stop() ? ok(true) : this.#serially(() => this.#closeSuspended(stoppedEnd()));
  }

  /** Stops the run that is on, and what waits with it. False when there is none. */
  stop(): boolean {
    if (this.#active === null || this.#active.abort.signal.aborted) return false;
    this.queue.pause(true);
    this.#active.abort.abort();
    return true;
  }

  /** Stops the run of this message, or takes it out of the queue; what others sent goes on. False when it is over. */
  withdraw(id: MessageId): Promise<Result<boolean, ContractError>> {
    return this.#serially(() => this.#line.withdraw(id));
  }

  async receive(message: InboundMessage): Promise<Result<SendReceipt, ContractError>> {
    const command = message.metadata.replaces === undefined ? parseCommand(message.content) : null;
    if (command?.kind === "known" && command.name === "stop") {
      const stopped = await this.halt();
      if (!stopped.ok) return stopped;
      await this.idle();
      const answer = text(stopped.value ? "command.stopped" : "command.nothingToStop");
      return this.#serially(() => keepAnswer(this.#deps, this.#records, this.session, { message, answer }));
    }
    return this.#serially(async () => {
      const inLine = message.id === undefined ? null : await this.#line.receive(message, message.id);
      if (inLine !== null) return inLine;
      if (command !== null) return this.#command(message, command);
      // Between the end of a run and what follows it nobody goes ahead of those who wait.
      if (this.#active !== null || this.#suspended || this.queue.next() !== null) {
        if (message.metadata.replaces !== undefined) return fail(contractError("busy", text("chat.busy")));
        return this.queue.add(message);
      }
      return this.#begin(message);
    });
  }

  #begin(message: InboundMessage): Promise<Result<SendReceipt, ContractError>> {
    const { id, content, media, senderId: sender, metadata } = message;
    const named = id === undefined ? {} : { id };
    return this.#start(metadata, { ...named, content, media, sender, place: metadata.place });
  }

  /** A call waits for a decision and no turn is on: the process that asked is gone. */
  get #suspended(): boolean {
    return this.#active === null && this.waits;
  }

  async #command(message: InboundMessage, command: NonNullable<ReturnType<typeof parseCommand>>) {
    if (command.kind === "known" && command.name === "new") {
      this.stop();
      await this.idle();
      const closed = await this.#closeSuspended(stoppedEnd());
      if (!closed.ok) return closed;
    }
    const answer = await answerCommand(this.#deps, this.#records, { runner: this, message, command });
    if (!answer.ok) return answer;
    // What stands behind /new begins the new conversation.
    const rest = command.kind === "known" && command.name === "new" ? command.argument : "";
    const said = { message: rest === "" ? message : { ...message, content: "/new" }, answer: answer.value };
    const kept = await keepAnswer(this.#deps, this.#records, this.session, said);
    return rest === "" || !kept.ok ? kept : this.#begin({ ...message, content: rest });
  }

  /** Appends the message and starts its turn; resolves when the message is on the disk. */
  async #start(metadata: InboundMetadata, message: UserText): Promise<Result<SendReceipt, ContractError>> {
    const opened = await this.#openRun(this.#deps.ids.run(), metadata);
    if (!opened.ok) return opened;
    const { run, abort, kept } = opened.value;
    const under = metadata.replaces === undefined ? null : await this.#parentOf(metadata.replaces);
    if (under !== null && !under.ok) return under;
    const turn = {
      ...message,
      id: message.id ?? this.#deps.ids.message(),
      turnContext: await turnFacts(this.#deps, run),
    };
    const before = [...kept, ...this.queue.heldBack(turn.id)];
    const appended = await this.#deps.journal.append(
      this.session,
      (head) => [...before, this.#records.user(under === null ? head : under.value, run.runId, turn)],
      run.runId,
    );
    if (!appended.ok) return appended;
    this.#launch(run, abort, null, false);
    return ok({ kind: "started", messageId: turn.id, runId: run.runId });
  }

  async #parentOf(id: MessageId): Promise<Result<MessageId | null, ContractError>> {
    const found = await this.session.message(id);
    return found.ok ? ok(found.value.parentId) : found;
  }

  async #openRun(runId: RunId, metadata: Partial<InboundMetadata>) {
    const abort = new AbortController();
    const run = await openRun(this.#deps, this.session, { ...metadata, runId, abort });
    return run.ok ? ok({ ...run.value, abort }) : run;
  }

  /** Goes on with calls that were decided after the process that asked had gone. */
  continueSuspended(): Promise<Result<void, ContractError>> {
    return this.#serially(async () => {
      const decided = this.session.decidedApprovals[0];
      // With a second one still open the run would ask for it again.
      if (this.#closed || this.#active !== null || this.waits || decided === undefined) return ok(undefined);
      const { runId } = decided.approval;
      const message = this.session.context.findLast((row) => row.id === decided.approval.messageId);
      if (message?.role !== "assistant") return fail(contractError("not-found", text("approval.notFound")));
      const decisions = new Map<string, Decided>(
        this.session.decidedApprovals.map((row) => [
          row.approval.callId,
          { decision: row.decision, ...(row.note === undefined ? {} : { note: row.note }) },
        ]),
      );
      const opened = await this.#openRun(runId, {});
      if (!opened.ok) {
        const closed = await this.#closeRun(runId, errorEnd(opened.error));
        return closed.ok ? opened : closed;
      }
      const open = new Set(this.session.openCalls.map((call) => call.callId));
      const calls = replanCalls(message, open, decisions);
      this.#launch(opened.value.run, opened.value.abort, { message, calls }, true);
      return ok(undefined);
    });
  }

  /** Closes a run that waits although the process that began it is gone. False when there is none. */
  async #closeSuspended(end: TurnEnd): Promise<Result<boolean, ContractError>> {
    const waiting = this.session.pendingApprovals[0];
    if (this.#active !== null || waiting === undefined) return ok(false);
    const closed = await this.#closeRun(waiting.runId, end);
    return closed.ok ? ok(true) : closed;
  }

  /** Ends a run that is not on in this process: its calls get a result, and it gets an end. */
  async #closeRun(runId: RunId, end: TurnEnd): Promise<Result<void, ContractError>> {
    const run = { session: this.session, runId };
    const closed = await closeOpenCalls(this.#deps, this.#records, run, "Interrupted: the run ended before this call.");
    if (!closed.ok) return closed;
    await this.#ended(runId, end);
    return ok(undefined);
  }

  /** Another run from the tip as it is: after an interruption, or to answer a message again. */
  rerun(prepare: () => Promise<Result<void, ContractError>>): Promise<Result<{ runId: RunId }, ContractError>> {
    return this.#serially(() => this.#rerun(prepare));
  }

  async #rerun(prepare: () => Promise<Result<void, ContractError>>): Promise<Result<{ runId: RunId }, ContractError>> {
    if (this.#active !== null || this.#suspended) return fail(contractError("busy", text("chat.busy")));
    if (this.session.head === null) return fail(contractError("not-found", text("chat.nothingToAnswer")));
    const opened = await this.#openRun(this.#deps.ids.run(), {});
    if (!opened.ok) return opened;
    const prepared = await prepare();
    if (!prepared.ok) return prepared;
    const before = [...opened.value.kept, ...this.queue.heldBack(null)];
    const kept = before.length === 0 ? ok([]) : await this.#deps.journal.append(this.session, () => before);
    if (!kept.ok) return kept;
    this.#launch(opened.value.run, opened.value.abort, null, true);
    return ok({ runId: opened.value.run.runId });
  }

  #launch(run: RunContext, abort: AbortController, suspended: CallsOfReply | null, resumed: boolean): void {
    const done = this.#execute(run, suspended, resumed)
      .catch((cause: unknown) => this.#crashed(run, cause))
      .then(() => {
        this.#active = null;
      });
    this.#active = { run, abort, done };
    const following = done
      .then(() => this.startNext())
      .then(() => {
        if (this.#following === following) this.#following = null;
      });
    this.#following = following;
  }

  /** A run is on, or what follows it (a queued message) has not begun yet. */
  get isBusy(): boolean {
    return this.#following !== null;
  }

  /** Resolves when what followed the last run has begun, for an orderly end. */
  async settled(): Promise<void> {
    await this.#following;
  }

  async #execute(run: RunContext, suspended: CallsOfReply | null, resumed: boolean): Promise<void> {
    const { events, journal } = this.#deps;
    using clock = run.clock;
    clock.start();
    const at = { sessionKey: this.session.key, runId: run.runId };
    events.publish({ topic: "agent", type: "run-start", ...at, model: run.model.id, resumed });
    journal.changed(this.session);
    await this.#deps.tools.ready(run.settings, run.signal);
    await this.#context.beginTurn(run, await factsForTools(this.#deps, run.model.id));
    await this.#tellNoRoom(run, this.#context.leftOutTools);
    const parts = {
      ...{ deps: this.#deps, records: this.#records },
      ask: createAsk({ deps: this.#deps, records: this.#records, context: this.#context }),
      toolCalls: createToolCalls(this.#deps, this.#records),
      steering: this.queue,
    };
    const end = await runTurn(parts, run, suspended);
    await this.#ended(run.runId, this.#isCutOff && end.reason === "stopped" ? cutOff(end) : end);
  }

  /** Writes the end down and tells of it. An end that could not be written is told as the failure that it is. */
  async #ended(runId: RunId, end: TurnEnd): Promise<void> {
    const { journal, events, bus, host, meter } = this.#deps;
    // What a run used is in the ledger before its end is told.
    await meter.settled();
    const record = this.#records.runEnd({ runId, reason: end.reason, usage: end.usage, ...factsOf(end) });
    const written = await journal.append(this.session, () => [record], runId);
    if (!written.ok) host.log("error", "the end of a run was not saved", { reason: written.error.message });
    const told: TurnEnd = written.ok || end.error !== undefined ? end : { ...end, ...errorEnd(written.error, end) };
    const { reason, text: content, usage } = told;
    const sessionKey = this.session.key;
    const at = { sessionKey, runId };
    events.publish({ topic: "agent", type: "run-end", ...at, reason, text: content, usage, ...factsOf(told) });
    journal.changed(this.session);
    bus.publishOutbound({ ...parseSessionKey(sessionKey), sessionKey, content, reason });
  }

  /** A bug in the loop ends the run, never the process. */
  async #crashed(run: RunContext, cause: unknown): Promise<void> {
    const reason = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
    this.#deps.host.log("error", "a run crashed", { runId: run.runId, reason });
    const message = text("error.internal", { message: reasonOf(cause) });
    await this.#ended(run.runId, { reason: "error", text: message, usage: null, error: { code: "internal", message } });
  }

  /** The next message of the queue starts its turn by itself. */
  async startNext(): Promise<void> {
    await this.#serially(() => this.#takeNext());
  }

  async #takeNext(): Promise<void> {
    if (this.#closed || this.#active !== null || this.#suspended) return;
    const entry = this.queue.next();
    if (entry === null) return;
    const { id, content, media = [], sender = "user", place = "", mode, whenAsked = "wait" } = entry;
    const asked = { whenAsked, ...(mode === undefined ? {} : { mode }) };
    const metadata: InboundMetadata = { whenBusy: "queue", place, ...asked };
    const started = await this.#start(metadata, { id, content, media, sender, place });
    if (started.ok) this.queue.taken();
    else {
      this.queue.pause(true);
      this.#deps.host.log("warn", "a queued message could not start", { reason: started.error.message });
      const notice = text("queue.couldNotStart", { reason: started.error.message });
      await this.#deps.journal.append(this.session, (head) => [this.#records.notice(head, notice)]);
    }
  }
}
