import { contractError } from "../../src-preload/contract/errors.ts";
import type { MessageId, RunId } from "../../src-preload/contract/ids.ts";
import type { PromptOrigin } from "../../src-preload/contract/mentioned.ts";
import { type AsyncResult, fail, ok } from "../../src-preload/contract/result.ts";
import type { SendReceipt } from "../../src-preload/contract/route-outputs.ts";
import type { InboundMetadata } from "../bus/message-bus.ts";
import type { Session } from "../sessions/session-store.ts";
import { text } from "../words.ts";
import type { AgentDependencies } from "./dependencies.ts";
import type { MessageQueue } from "./message-queue.ts";
import { openRun } from "./open-run.ts";
import type { CallsOfReply } from "./planned-call.ts";
import type { RecordMint, UserText } from "./records.ts";
import type { RunExecution } from "./run-execution.ts";
import { senderOf } from "./run-sender.ts";
import type { OpenedRun, RunSlot } from "./run-slot.ts";
import { type ContextSources, withContext } from "./turn-context.ts";

/** Begins the runs of one session. All of it is called while nothing else happens to the session, and no run is on. */
export interface RunStarter {
  /** Appends the message and starts its turn; resolves when the message is on the disk. */
  start(metadata: InboundMetadata, message: UserText): AsyncResult<SendReceipt>;
  /** Another run from the tip as it is once `prepare` is done. */
  rerun(prepare: () => AsyncResult<void>): AsyncResult<{ readonly runId: RunId }>;
  /** What a run needs, checked; nothing is written. */
  open(runId: RunId, metadata: Partial<InboundMetadata>): AsyncResult<OpenedRun>;
  /** `suspended`: the calls it goes on with. `isResumed`: no message begins it. */
  launch(opened: OpenedRun, suspended: CallsOfReply | null, isResumed: boolean): void;
}

interface Replaced {
  readonly parentId: MessageId | null;
  readonly prompt?: PromptOrigin;
}

export interface RunStarterParts {
  readonly session: Session;
  readonly queue: MessageQueue;
  readonly slot: RunSlot;
  readonly execution: RunExecution;
  /** What comes after the end of a run. */
  follow(): Promise<void>;
}

export function createRunStarter(
  deps: Pick<AgentDependencies, "host" | "ids" | "journal" | "profiles" | "roots" | "settings" | keyof ContextSources>,
  records: RecordMint,
  parts: RunStarterParts,
): RunStarter {
  const { session, queue, slot, execution } = parts;

  /** Where a message goes that takes the place of this one; what a server wrote stays its words, whoever changed some. */
  async function replacedBy(id: MessageId): AsyncResult<Replaced> {
    const found = await session.message(id);
    if (!found.ok) return found;
    const { parentId } = found.value;
    const prompt = found.value.role === "user" ? found.value.prompt : undefined;
    return ok({ parentId, ...(prompt === undefined ? {} : { prompt }) });
  }

  async function open(
    runId: RunId,
    metadata: Partial<InboundMetadata>,
    sender = senderOf(session, runId),
  ): AsyncResult<OpenedRun> {
    const abort = new AbortController();
    const run = await openRun(deps, session, { ...metadata, runId, abort, sender });
    return run.ok ? ok({ ...run.value, abort }) : run;
  }

  function launch(opened: OpenedRun, suspended: CallsOfReply | null, isResumed: boolean): void {
    slot.launch(opened, () => execution.execute(opened.run, suspended, isResumed), parts.follow);
  }

  return {
    open,
    launch,
    async start(metadata, message) {
      const opened = await open(deps.ids.run(), metadata, message.sender);
      if (!opened.ok) return opened;
      const { run, kept } = opened.value;
      const under = metadata.replaces === undefined ? null : await replacedBy(metadata.replaces);
      if (under !== null && !under.ok) return under;
      const id = message.id ?? deps.ids.message();
      const prompt = message.prompt ?? under?.value.prompt;
      const turn = await withContext(deps, run, { ...message, id, ...(prompt === undefined ? {} : { prompt }) });
      const before = [...kept, ...queue.heldBack(id)];
      const appended = await deps.journal.append(
        session,
        (head) => [...before, records.user(under === null ? head : under.value.parentId, run.runId, turn)],
        run.runId,
      );
      if (!appended.ok) return appended;
      await deps.running.told(session.key);
      launch(opened.value, null, false);
      return ok({ kind: "started", messageId: id, runId: run.runId });
    },
    async rerun(prepare) {
      if (session.head === null) return fail(contractError("not-found", text("chat.nothingToAnswer")));
      const opened = await open(deps.ids.run(), {});
      if (!opened.ok) return opened;
      const prepared = await prepare();
      if (!prepared.ok) return prepared;
      const before = [...opened.value.kept, ...queue.heldBack(null)];
      const kept = before.length === 0 ? ok([]) : await deps.journal.append(session, () => before);
      if (!kept.ok) return kept;
      launch(opened.value, null, true);
      return ok({ runId: opened.value.run.runId });
    },
  };
}
