import { contractError } from "../../src-preload/contract/errors.ts";
import type { MessageId, RunId } from "../../src-preload/contract/ids.ts";
import type { ReportOrigin } from "../../src-preload/contract/origins.ts";
import { type AsyncResult, fail, ok } from "../../src-preload/contract/result.ts";
import type { SendReceipt } from "../../src-preload/contract/route-outputs.ts";
import type { PendingApproval } from "../../src-preload/contract/session.ts";
import { isSubagentKey } from "../../src-preload/contract/session-key.ts";
import type { ContextReport } from "../../src-preload/contract/window.ts";
import { createLane, type Lane } from "../bus/lane.ts";
import type { InboundMessage, InboundMetadata } from "../bus/message-bus.ts";
import type { Session } from "../sessions/session-store.ts";
import type { CallScope } from "../usage/periods.ts";
import { text } from "../words.ts";
import { answerCommand } from "./answer-command.ts";
import { type DecisionOf, writeDecision } from "./ask-person.ts";
import { type Command, parseCommand } from "./commands.ts";
import type { AgentDependencies, RunContext } from "./dependencies.ts";
import type { WorkContext } from "./in-force.ts";
import { keepAnswer } from "./keep-answer.ts";
import { createLine, type Line } from "./line.ts";
import { noticeLostCommands } from "./lost-commands.ts";
import { createMessageQueue, type MessageQueue, originOf } from "./message-queue.ts";
import { onlySkillsOf } from "./profile.ts";
import type { RecordMint, UserText } from "./records.ts";
import { recover } from "./recover.ts";
import { createRunEnding } from "./run-ending.ts";
import { createRunExecution, type RunExecution } from "./run-execution.ts";
import { createRunSlot, type RunSlot } from "./run-slot.ts";
import { createRunStarter, type RunStarter } from "./run-starter.ts";
import { spendingPlace } from "./spending-place.ts";
import { createSuspendedRun, type SuspendedRun } from "./suspended-run.ts";
import { reportFrame, type TellOptions, type Told, toldMessage } from "./told-message.ts";
import { untilAborted } from "./until-aborted.ts";

type ResultMessage = InboundMessage & { readonly id: MessageId; readonly report: ReportOrigin };

/** One session's agent: takes its messages one at a time and never runs two turns at once. */
export class SessionRunner {
  readonly session: Session;
  readonly queue: MessageQueue;
  readonly #deps: AgentDependencies;
  readonly #records: RecordMint;
  readonly #line: Line;
  /** One after the other, whatever comes from which client. */
  readonly #serially: Lane;
  readonly #slot: RunSlot = createRunSlot();
  readonly #execution: RunExecution;
  readonly #starter: RunStarter;
  readonly #suspended: SuspendedRun;
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
    this.queue = createMessageQueue(deps, records, session);
    const { queue } = this;
    const slot = this.#slot;
    const ending = createRunEnding(deps, records, session);
    const isCutOff = (): boolean => this.#isCutOff;
    this.#execution = createRunExecution(deps, records, { session, queue, ending, isCutOff });
    const follow = (): Promise<void> => this.startNext();
    this.#starter = createRunStarter(deps, records, { session, queue, slot, execution: this.#execution, follow });
    this.#suspended = createSuspendedRun({ session, slot, ending, starter: this.#starter });
    this.#line = createLine({
      session,
      queue,
      activeRun: () => this.activeRun,
      isBlocked: () => this.#isBlocked,
      begin: (message) => this.#begin(message),
      resume: () => this.#rerun(async () => ok(undefined)),
      takeNext: () => this.#takeNext(),
      abort: () => void this.#slot.abort(),
    });
  }

  get activeRun(): RunId | null {
    return this.#slot.run?.runId ?? null;
  }

  /** Where and how the run that is on works; null when there is none. */
  get activeWork(): (WorkContext & Pick<RunContext, "allowedTools">) | null {
    return this.#slot.run;
  }

  /** What the last request was made of; before the first one, what would be sent now. */
  report(): AsyncResult<ContextReport> {
    return this.#execution.report();
  }

  /** Where what is used now counts. */
  usagePlace(): CallScope {
    const last = this.session.lastRun;
    const runId = this.activeRun ?? (last.kind === "none" ? this.#deps.ids.run() : last.runId);
    return spendingPlace(this.session, runId);
  }

  /** Resolves when no run is on. */
  idle(): Promise<void> {
    return this.#slot.idle();
  }

  /** Closes what a dead process left open; once, before anything else happens to the session. */
  ready(): AsyncResult<void> {
    return this.#serially(async () => {
      if (this.#recovered) return ok(undefined);
      const recovered = await recover(this.#deps, this.#records, this.session);
      if (!recovered.ok) return recovered;
      this.#recovered = true;
      await noticeLostCommands(this.#deps, this.#records, this.session);
      // Nobody is about to take these in: they wait until the person says so, or somebody who waits for one of them.
      if (!this.#suspended.isThere) this.queue.pause(true);
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

  /** Stops the run that is on, or closes the one that waits since an earlier process, and its sub-agents. False where nothing is. */
  async halt(): AsyncResult<boolean> {
    const isStopped = this.stop();
    const children = await this.#deps.children.stop(this.session.key);
    if (isStopped) return ok(true);
    const closed = await this.#serially(() => this.#suspended.stop());
    return closed.ok ? ok(closed.value || children > 0) : closed;
  }

  /** Stops the run that is on, and what waits with it. False when there is none. */
  stop(): boolean {
    if (!this.#slot.canAbort) return false;
    this.queue.pause(true);
    return this.#slot.abort();
  }

  /** Stops the run of this message, or takes it out of the queue; what others sent goes on. False when it is over. */
  withdraw(id: MessageId): AsyncResult<boolean> {
    return this.#serially(() => this.#line.withdraw(id));
  }

  async receive(message: InboundMessage): AsyncResult<SendReceipt> {
    const command = mayCommand(message) ? parseCommand(message.content) : null;
    if (command?.kind === "known" && command.name === "stop") {
      const count = this.#deps.children.on(this.session.key);
      const stopped = await this.halt();
      if (!stopped.ok) return stopped;
      await this.idle();
      const said = count > 0 ? "command.stoppedSubagents" : stopped.value ? "command.stopped" : "command.nothingToStop";
      const answer = text(said, { count });
      return this.#serially(() => keepAnswer(this.#deps, this.#records, this.session, { message, answer }));
    }
    return this.#serially(async () => {
      const inLine = message.id === undefined ? null : await this.#line.receive(message, message.id);
      if (inLine !== null) return inLine;
      if (command !== null && !(await this.#isSkill(command))) return this.#command(message, command);
      // Between the end of a run and what follows it nobody goes ahead of those who wait.
      if (this.#isBlocked || this.queue.next() !== null) {
        if (message.metadata.replaces !== undefined) return fail(contractError("busy", text("chat.busy")));
        return this.queue.add(message);
      }
      return this.#begin(message);
    });
  }

  #begin(message: InboundMessage): AsyncResult<SendReceipt> {
    const { id, content, media, senderId: sender, metadata } = message;
    const known = { ...(id === undefined ? {} : { id }), ...originOf(message) };
    return this.#starter.start(metadata, { ...known, content, media, sender, place: metadata.place });
  }

  /** Nothing can begin: a run is on, or one waits since an earlier process. */
  get #isBlocked(): boolean {
    return this.#slot.isOn || this.#suspended.isThere;
  }

  /** A message that begins with the name of a skill is a message. */
  async #isSkill(command: Command): Promise<boolean> {
    if (command.kind !== "unknown") return false;
    const settings = await this.#deps.settings.current();
    if (!settings.ok) return false;
    const own = this.session.settings;
    const profile = own.profile == null ? null : await this.#deps.profiles.find(own.profile);
    const only = onlySkillsOf(own, profile?.ok === true ? profile.value : null);
    return this.#deps.skills.has(command.name, settings.value, only);
  }

  async #command(message: InboundMessage, command: Command) {
    if (command.kind === "known" && command.name === "new") {
      this.stop();
      await this.#deps.children.stop(this.session.key, "forgotten");
      await this.idle();
      const closed = await this.#suspended.stop();
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

  /**
   * Adds what no person wrote, once no run is on here: the next turn sees it. `busy` where one waits for the person, which may be
   * long, and when `signal` ends the waiting. With an `id` it is added once, however often it is told.
   */
  async tell(content: string, report: Told, { id, signal }: TellOptions = {}): AsyncResult<void> {
    for (;;) {
      await untilAborted(this.idle(), signal);
      if (signal?.aborted === true) return fail(contractError("busy", text("chat.busy")));
      const told = await this.#serially(async () => (this.#slot.isOn ? null : this.#tell(content, report, id)));
      if (told !== null) return told;
    }
  }

  async #tell(content: string, report: Told, id: MessageId | undefined): AsyncResult<void> {
    const isThere = id === undefined ? ok(false) : await this.session.has(id);
    if (!isThere.ok || isThere.value) return isThere.ok ? ok(undefined) : isThere;
    if (this.#isBlocked) return fail(contractError("busy", text("chat.busy")));
    return this.#note({ ...toldMessage(content, report), ...(id === undefined ? {} : { id }) });
  }

  /** Adds what no person wrote; no turn begins. */
  async #note(message: UserText): AsyncResult<void> {
    const told = await this.#deps.journal.append(this.session, (head) => [this.#records.user(head, null, message)]);
    return told.ok ? ok(undefined) : told;
  }

  /**
   * Takes in what came of a sub-agent, once however often it comes: into the run that is on; where none is on it begins a turn
   * if `begins` says so, and else the next turn sees it.
   */
  receiveResult(message: ResultMessage, begins: boolean): AsyncResult<void> {
    const { id, content, senderId: sender, metadata } = message;
    return this.#serially(async () => {
      if (this.session.queue.some((entry) => entry.id === id)) return ok(undefined);
      const isThere = await this.session.has(id);
      if (!isThere.ok || isThere.value) return isThere.ok ? ok(undefined) : isThere;
      const taken = this.#isBlocked ? await this.queue.add(message) : begins ? await this.#begin(message) : null;
      // Where no turn can begin, of a chat without a model or a limit, it stands there all the same.
      if (taken?.ok === true) return ok(undefined);
      const turnContext = reportFrame(message.report);
      return this.#note({ id, content, ...originOf(message), turnContext, sender, place: metadata.place });
    });
  }

  /** Writes a decision down; the call goes on in the turn that waits for it, or in its run begun anew. */
  decide(decision: DecisionOf): AsyncResult<PendingApproval> {
    return this.#serially(async () => {
      const written = await writeDecision(this.#deps, this.session, decision);
      if (!written.ok) return written;
      const isWaitedFor = this.#deps.approvals.decide(decision.approvalId, decision.decided);
      if (!isWaitedFor) void this.#serially(() => this.#goOn());
      return written;
    });
  }

  async #goOn(): Promise<void> {
    const goneOn = this.#closed ? ok(undefined) : await this.#suspended.goOn();
    if (goneOn.ok) return;
    const data = { key: this.session.key, reason: goneOn.error.message };
    this.#deps.host.log("error", "a suspended call could not go on", data);
  }

  /** Another run from the tip as it is: after an interruption, or to answer a message again. */
  rerun(prepare: () => AsyncResult<void>): AsyncResult<{ runId: RunId }> {
    return this.#serially(() => this.#rerun(prepare));
  }

  async #rerun(prepare: () => AsyncResult<void>): AsyncResult<{ runId: RunId }> {
    if (this.#isBlocked) return fail(contractError("busy", text("chat.busy")));
    return this.#starter.rerun(prepare);
  }

  /** Nothing goes on in it or waits in it: it can be let go, and made again from what is on the disk. */
  get isIdle(): boolean {
    const { queue, pendingApprovals, decidedApprovals, lastRun, isSettled } = this.session;
    const waits = queue.length > 0 || pendingApprovals.length > 0 || decidedApprovals.length > 0;
    // An end that could not be written: a run that is over must not be taken for one that was cut off.
    const isEndMissing = this.#recovered && lastRun.kind === "open";
    return !this.isBusy && !waits && !isEndMissing && isSettled;
  }

  /** A run is on, or what follows it (a queued message) has not begun yet. */
  get isBusy(): boolean {
    return this.#slot.isBusy;
  }

  /** Resolves when what followed the last run has begun, for an orderly end. */
  settled(): Promise<void> {
    return this.#slot.settled();
  }

  /** The next message of the queue starts its turn by itself. */
  async startNext(): Promise<void> {
    await this.#serially(() => this.#takeNext());
  }

  async #takeNext(): Promise<void> {
    if (this.#closed || this.#isBlocked) return;
    const entry = this.queue.next();
    if (entry === null) return;
    const { id, content, media = [], sender = "user", place = "", mode, whenAsked = "wait" } = entry;
    const asked = { whenAsked, ...(mode === undefined ? {} : { mode }) };
    const metadata: InboundMetadata = { whenBusy: "queue", place, ...asked };
    const started = await this.#starter.start(metadata, { id, ...originOf(entry), content, media, sender, place });
    if (started.ok) this.queue.taken();
    else {
      this.queue.pause(true);
      this.#deps.host.log("warn", "a queued message could not start", { reason: started.error.message });
      const notice = text("queue.couldNotStart", { reason: started.error.message });
      await this.#deps.journal.append(this.session, (head) => [this.#records.notice(head, notice)]);
    }
  }
}

/** What a model wrote is no command of a person. */
function mayCommand({ sessionKey, metadata, report }: InboundMessage): boolean {
  return metadata.replaces === undefined && report === undefined && !isSubagentKey(sessionKey);
}
