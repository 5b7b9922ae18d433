import { type ContractError, contractError } from "../../src-preload/contract/errors.ts";
import type { MessageId, SessionKey } from "../../src-preload/contract/ids.ts";
import { type Earlier, nothingEarlier } from "../../src-preload/contract/past.ts";
import {
  isMarker,
  type MarkerOf,
  type Message,
  type QueuedMessage,
  type SessionRecord,
  type SessionSettings,
} from "../../src-preload/contract/records.ts";
import { type AsyncResult, fail, ok, type Result } from "../../src-preload/contract/result.ts";
import type { MessagePage, PendingApproval, SessionSummary } from "../../src-preload/contract/session.ts";
import type { AppendLog } from "../storage/append-log.ts";
import type { FileChange, FileIdentity, LogOwner } from "../storage/file-change.ts";
import { boundaryOf } from "../storage/session-file/boundary.ts";
import type { DerivedState, RecordedRun } from "../storage/session-file/derived-state.ts";
import {
  checkpointOf,
  decidedOf,
  emptyState,
  factOf,
  pendingOf,
  reduceMarker,
  reduceMessage,
  titleOf,
} from "../storage/session-file/derived-state.ts";
import { readMetadata, summaryOf } from "../storage/session-file/session-summary.ts";
import { storageError } from "../storage/storage-error.ts";
import { text } from "../words.ts";
import { earlierAfter, lineOf, planBranch, tipAfter, trimContext, withoutLeft } from "./append-plan.ts";
import { type BranchContext, Branches } from "./branches.ts";
import { openCallsOf } from "./open-calls.ts";
import type { FileRead, SessionOptions } from "./session-options.ts";
import type { OpenCall, Past, Session } from "./session-store.ts";

/** Records after which the next append repeats the state, so that a reader from the end need not go further. */
const checkpointEvery = 100;
/** How often reading a file that keeps changing is tried. */
const maxTries = 4;

interface Job {
  readonly records: readonly SessionRecord[];
  readonly settle: (result: Result<void, ContractError>) => void;
}

/** What an append will have made of the branch; `context` null when it goes on with the one there is. */
interface Outcome {
  readonly tip: MessageId | null;
  readonly context: BranchContext | null;
}

export class LiveSession implements Session {
  readonly key: SessionKey;
  readonly createdAt: number;
  readonly path: string;
  readonly #options: SessionOptions<LiveSession>;
  #branches: Branches;
  #log: AppendLog;
  /** As it was read. */
  #file: FileIdentity | null = null;
  #isAppendedTo = false;
  #damagedLines = 0;
  #state: DerivedState = emptyState;
  #window = 0;
  #context: readonly Message[] = [];
  #earlier: Earlier = nothingEarlier;
  #openCalls: { readonly of: readonly Message[]; readonly calls: readonly OpenCall[] } | null = null;
  /** False for a new file, and for one whose first line was torn: the next append writes it. */
  #hasFirstLine = false;
  #size = 0;
  #recordsSinceCheckpoint = 0;
  #jobs: Job[] = [];
  #inFlight = 0;
  #isBranching = false;
  /** How often another program changed the file. */
  #mends = 0;
  #isRemoved = false;
  /** The tip once everything in flight is written. */
  #plannedTip: MessageId | null = null;

  constructor(options: SessionOptions<LiveSession>, read: FileRead) {
    this.key = options.key;
    this.path = options.path;
    this.createdAt = read.createdAt;
    this.#options = options;
    this.#branches = this.#branchesOf(read);
    this.#log = this.#openLog(read.file);
    this.#fill(read);
  }

  #fill({ file, window, loaded }: FileRead): void {
    this.#file = file;
    this.#window = window;
    this.#size = file?.size ?? 0;
    this.#damagedLines = loaded.damaged.length;
    this.#state = loaded.state;
    this.#context = loaded.context;
    this.#earlier = loaded.earlier;
    this.#hasFirstLine = loaded.hasRecords;
    this.#recordsSinceCheckpoint = loaded.recordsSinceCheckpoint;
    this.#plannedTip = loaded.state.head;
  }

  #branchesOf({ window, loaded: { index } }: FileRead): Branches {
    const { files, host } = this.#options;
    return new Branches({ key: this.key, path: this.path, files, log: host.log, window }, index);
  }

  #openLog(file: FileIdentity | null): AppendLog {
    const owner: LogOwner = {
      admits: async (present) => void (await readMetadata(present.handle, present.size)),
      remembered: () => (this.#size === 0 ? [] : [this.#firstLine(), ...this.#context].map(lineOf)),
      closing: () => (this.#size === 0 ? [] : [lineOf(checkpointOf(this.#state, this.#timestamp()))]),
      mended: (change) => this.#mended(change),
    };
    return this.#options.openLog(owner, file);
  }

  /** The file as it was read; null where there was none, and once something was appended: then the log looks after it. */
  get fileRead(): FileIdentity | null {
    return this.#isAppendedTo ? null : this.#file;
  }

  /** Takes the file as it is now. Not once something was appended: what is missing from it then is written again. */
  takeAnew(read: FileRead): void {
    if (this.#isAppendedTo) return;
    this.#branches = this.#branchesOf(read);
    this.#log = this.#openLog(read.file);
    this.#fill(read);
    this.#mends += 1;
  }

  get damagedLines(): number {
    return this.#damagedLines;
  }
  get updatedAt(): number {
    return this.#state.activityAt === 0 ? this.createdAt : this.#state.activityAt;
  }
  get settings(): SessionSettings {
    return this.#state.settings;
  }
  get title(): string {
    return this.#state.title;
  }
  get isTitleGiven(): boolean {
    return this.#state.isTitleGiven;
  }
  get head(): MessageId | null {
    return this.#state.head;
  }
  get context(): readonly Message[] {
    return this.#context;
  }
  get past(): Past {
    return { earlier: this.#earlier, noted: this.#state.noted, resetAfter: this.#state.resetAfter };
  }
  get memoryWindow(): number {
    return this.#window;
  }
  get isSettled(): boolean {
    return this.#jobs.length === 0 && this.#inFlight === 0 && !this.#isBranching;
  }
  get queue(): readonly QueuedMessage[] {
    return this.#state.queue;
  }
  get lastRun(): RecordedRun {
    return this.#state.lastRun;
  }
  /** Bytes of the file that are known to be on the disk; 0 while there is no file. */
  get size(): number {
    return this.#size;
  }

  get openCalls(): readonly OpenCall[] {
    if (this.#openCalls?.of !== this.#context)
      this.#openCalls = { of: this.#context, calls: openCallsOf(this.#context) };
    return this.#openCalls.calls;
  }

  get pendingApprovals(): readonly PendingApproval[] {
    return pendingOf(this.#state);
  }

  get decidedApprovals(): Session["decidedApprovals"] {
    return decidedOf(this.#state);
  }

  append(records: readonly SessionRecord[]): AsyncResult<void> {
    if (records.length === 0) return Promise.resolve(ok(undefined));
    this.#isAppendedTo = true;
    return new Promise((settle) => {
      this.#jobs.push({ records: this.#options.clean(records), settle });
      this.#pump();
    });
  }

  async page(limit: number, before?: MessageId): AsyncResult<MessagePage> {
    await this.#options.onAsked(this);
    return this.#ask(before ?? null, () => {
      const range = { tip: this.head, before: before ?? null, limit };
      return this.#branches.page(range, this.#size, this.#context);
    });
  }

  tipThrough(messageId: MessageId): AsyncResult<MessageId> {
    return this.#ask(messageId, () => this.#branches.tipThrough(messageId, this.#size));
  }

  has(messageId: MessageId): AsyncResult<boolean> {
    return this.#ask(messageId, () => this.#branches.find(messageId, this.#size));
  }

  message(messageId: MessageId): AsyncResult<Message> {
    const known = this.#context.findLast((message) => message.id === messageId);
    if (known !== undefined) return Promise.resolve(ok(known));
    return this.#ask(messageId, () => this.#branches.message(messageId, this.#size));
  }

  summary(): SessionSummary {
    return summaryOf({
      key: this.key,
      createdAt: this.createdAt,
      state: this.#state,
      context: this.#context,
      damagedLines: this.damagedLines,
      now: this.#options.host.now(),
    });
  }

  /** The file is gone from its place: nothing is appended any more. Resolves when it is closed. */
  async retire(): Promise<void> {
    this.#isRemoved = true;
    await this.#log.release();
  }

  /** Takes `retire` back. */
  reinstate(): void {
    this.#isRemoved = false;
  }

  /** Closes the file until the next append. */
  release(): Promise<void> {
    return this.#log.release();
  }

  /** Everything that was acknowledged is in the file again; what is known of places in it no longer holds. */
  async #mended(change: FileChange): Promise<void> {
    await this.#branches.replaced(change.size);
    this.#size = change.size;
    this.#mends += 1;
    this.#recordsSinceCheckpoint = 0;
    this.#options.onFileChanged(this, change);
  }

  /** Asks the file, again where another program changed it meanwhile. One that cannot be mended now may still be read. */
  async #steadily<Value>(question: () => Promise<Value>): Promise<Value> {
    for (let tries = 1; ; tries += 1) {
      await this.#log.verify();
      const mends = this.#mends;
      const [answer] = await Promise.allSettled([question()]);
      await this.#log.verify();
      if (mends !== this.#mends && tries < maxTries) continue;
      if (answer.status === "rejected") throw answer.reason;
      return answer.value;
    }
  }

  async #ask<Value>(id: MessageId | null, question: () => Promise<Value | null>): AsyncResult<Value> {
    try {
      const value = await this.#steadily(question);
      if (value !== null) return ok(value);
      return fail(contractError("not-found", text("session.messageNotFound", { id: id ?? "" }), { messageId: id }));
    } catch (error) {
      return fail(storageError(error, this.path));
    }
  }

  /**
   * Starts what can be started. Appends that follow the branch go out at once, so that those of one moment share a
   * write; one that leaves it waits until all before it are done, and all after it wait for it.
   */
  #pump(): void {
    while (!this.#isBranching) {
      const [job] = this.#jobs;
      if (job === undefined) return;
      const tip = tipAfter(job.records, this.#plannedTip, (id) => this.#branches.has(id));
      if (tip === undefined && this.#inFlight > 0) return;
      this.#jobs.shift();
      if (tip === undefined) this.#branch(job);
      else this.#write(job, { tip, context: null });
    }
  }

  #branch(job: Job): void {
    this.#isBranching = true;
    const finish = (start: () => void): void => {
      this.#isBranching = false;
      start();
      this.#pump();
    };
    this.#planOutcome(job.records).then(
      (planned) => finish(() => (planned.ok ? this.#write(job, planned.value) : job.settle(planned))),
      (error) => finish(() => job.settle(fail(storageError(error, this.path)))),
    );
  }

  /** Reads the other branch before anything is written, so that a branch that cannot be read is not switched to. */
  #planOutcome(records: readonly SessionRecord[]): AsyncResult<Outcome> {
    return this.#steadily(() => this.#outcomeOf(records));
  }

  async #outcomeOf(records: readonly SessionRecord[]): AsyncResult<Outcome> {
    const plan = planBranch(records, this.#state.head, (id) => this.#branches.has(id));
    for (const id of plan.references) {
      if (!(await this.#branches.find(id, this.#size))) {
        return fail(contractError("not-found", text("session.unknownParent", { id }), { messageId: id }));
      }
    }
    const base = await this.#contextBelow(plan.base);
    return ok({ tip: plan.tip, context: { ...base, messages: [...base.messages, ...plan.added] } });
  }

  async #contextBelow(base: MessageId | null): Promise<BranchContext> {
    if (base === null) return { messages: [], earlier: nothingEarlier };
    if (base === this.#state.head) return { messages: this.#context, earlier: this.#earlier };
    return this.#branches.context(base, this.#size);
  }

  #write(job: Job, outcome: Outcome): void {
    if (this.#isRemoved) {
      job.settle(fail(contractError("not-found", text("session.removed"), { sessionKey: this.key })));
      return;
    }
    const prefix = this.#inFlight === 0 ? this.#leadingRecords() : [];
    const records = [...prefix, ...job.records];
    const lines = records.map(lineOf);
    this.#inFlight += 1;
    this.#plannedTip = outcome.tip;
    this.#log.append(lines).then((written) => {
      this.#inFlight -= 1;
      if (written.ok) this.#apply(records, lines, { ...outcome, size: written.value.size });
      else this.#plannedTip = this.#state.head;
      job.settle(written.ok ? ok(undefined) : fail(this.#worded(written.error)));
      this.#pump();
    });
  }

  /** The first line of a new file, or a checkpoint when one is due. */
  #leadingRecords(): SessionRecord[] {
    if (!this.#hasFirstLine) return [this.#firstLine()];
    return this.#recordsSinceCheckpoint < checkpointEvery ? [] : [checkpointOf(this.#state, this.#timestamp())];
  }

  #firstLine(): MarkerOf<"metadata"> {
    const createdAt = new Date(this.createdAt).toISOString();
    return { _type: "metadata", version: 1, key: this.key, createdAt };
  }

  #timestamp(): string {
    return new Date(this.#options.host.now()).toISOString();
  }

  #worded(error: ContractError): ContractError {
    return error.code === "disk-full" ? { ...error, message: text("session.diskFull") } : error;
  }

  #apply(records: readonly SessionRecord[], lines: readonly string[], outcome: Outcome & { size: number }): void {
    const bytes = lines.map((line) => Buffer.byteLength(line));
    let offset = outcome.size - bytes.reduce((sum, count) => sum + count + 1, 0);
    const added: Message[] = [];
    for (const [index, record] of records.entries()) {
      const length = bytes[index] ?? 0;
      this.#reduce(record, { offset, length }, added);
      offset += length + 1;
    }
    const context = outcome.context?.messages ?? (added.length === 0 ? this.#context : [...this.#context, ...added]);
    const earlier = outcome.context === null ? this.#earlier : (outcome.context.earlier ?? this.#state.earlier);
    this.#earlier = earlierAfter(earlier, context, records);
    this.#context = trimContext(withoutLeft(context, records), this.#window);
    this.#size = outcome.size;
    this.#hasFirstLine = true;
    this.#options.onAppended(this);
  }

  /** Takes one written record into the state and the tree. A message whose id is there already counts no second time. */
  #reduce(record: SessionRecord, place: { offset: number; length: number }, added: Message[]): void {
    this.#recordsSinceCheckpoint += 1;
    const boundary = boundaryOf(record);
    if (boundary !== null) this.#branches.addBoundary(boundary);
    if (isMarker(record)) {
      if (record._type === "checkpoint") this.#recordsSinceCheckpoint = 0;
      else this.#state = reduceMarker(this.#state, record, this.key);
    } else if (this.#branches.addNewer({ id: record.id, parentId: record.parentId, ...place })) {
      this.#state = reduceMessage(this.#state, factOf(record, this.title === "" ? titleOf(record) : ""));
      added.push(record);
    }
  }
}
