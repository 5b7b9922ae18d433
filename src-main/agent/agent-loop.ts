import { contractError } from "../../src-preload/contract/errors.ts";
import type { ApprovalId, RunId, SessionKey } from "../../src-preload/contract/ids.ts";
import { type AsyncResult, fail } from "../../src-preload/contract/result.ts";
import type { PendingApproval } from "../../src-preload/contract/session.ts";
import type { InboundMessage, InboundReceipt } from "../bus/message-bus.ts";
import { text } from "../words.ts";
import type { DecisionOf } from "./ask-person.ts";
import type { AgentDependencies } from "./dependencies.ts";
import { createPendingApprovals } from "./pending-approvals.ts";
import { createRecordMint } from "./records.ts";
import { createRunnerPool, type OpenSession } from "./runner-pool.ts";
import { SessionRunner } from "./session-runner.ts";

interface ActiveRunInfo {
  readonly sessionKey: SessionKey;
  readonly runId: RunId;
  readonly state: "running" | "waiting";
}

/**
 * `stop`: the person wants no more of it. `finish`: runs end by themselves first. `quit`: Perch is closed while they work;
 * they are stopped and can be gone on with later.
 */
export type CloseHow = "stop" | "finish" | "quit";

/** Takes inbound messages, one at a time a session, sessions in parallel, and runs their turns. */
export interface AgentLoop {
  /**
   * Does `work` with the agent of a chat, with what a dead process left behind closed; `not-found` where there is no such
   * chat. The agent is the caller's until the work is done, and not longer.
   */
  use<Value>(key: SessionKey, work: (runner: SessionRunner) => AsyncResult<Value>): AsyncResult<Value>;
  /** The same; a chat that is not there is begun. */
  begin<Value>(key: SessionKey, work: (runner: SessionRunner) => AsyncResult<Value>): AsyncResult<Value>;
  /** Chats that are in memory, each with its agent. */
  readonly inMemory: number;
  active(): readonly ActiveRunInfo[];
  /** All that wait for a person, in every chat, oldest first. */
  pending(): AsyncResult<readonly PendingApproval[]>;
  /** From any client. The decision is on the disk when this resolves. */
  decide(decision: DecisionOf): AsyncResult<PendingApproval>;
  /** Forgets a session's agent after stopping its run, before its file is moved. */
  release(key: SessionKey): Promise<void>;
  /**
   * Stops every run and waits for their ends to be written. One that waits for a decision goes on waiting on the disk.
   */
  close(how: CloseHow): Promise<void>;
}

export function createAgentLoop(deps: AgentDependencies): AgentLoop {
  const records = createRecordMint(deps.host, deps.ids);
  const { sessions } = deps;
  const pool = createRunnerPool({ sessions, make: (session) => new SessionRunner(deps, records, session) });
  const find: OpenSession = (key) => sessions.find(key);
  const open: OpenSession = (key) => sessions.open(key);

  /** Messages that are being written down: each gets its receipt also when the loop is closed meanwhile. */
  const receiving = new Set<Promise<InboundReceipt>>();

  function receive(message: InboundMessage): Promise<InboundReceipt> {
    const receipt = pool
      .use(message.sessionKey, open, (runner) => runner.receive(message))
      .finally(() => receiving.delete(receipt));
    receiving.add(receipt);
    return receipt;
  }

  const pending = createPendingApprovals(sessions, () => pool.all().map(({ session }) => session));
  const deciding = new Set<ApprovalId>();

  async function decide(decision: DecisionOf): AsyncResult<PendingApproval> {
    const chat = await pending.chatOf(decision.approvalId);
    if (!chat.ok) return chat;
    // What a dead process left is closed first: a call that is decided now must not count as cut off.
    return pool.use(chat.value, find, (runner) => runner.decide(decision));
  }

  const busy = () => pool.all().filter((runner) => runner.isBusy && !runner.waits);

  const stopReceiving = deps.bus.onInbound(receive);

  return {
    use: (key, work) => pool.use(key, find, work),
    begin: (key, work) => pool.use(key, open, work),
    get inMemory() {
      return pool.size;
    },
    active: () =>
      pool.all().flatMap(({ session, activeRun }): readonly ActiveRunInfo[] => {
        const waiting = session.pendingApprovals[0];
        const runId = activeRun ?? waiting?.runId;
        if (runId === undefined) return [];
        return [{ sessionKey: session.key, runId, state: waiting === undefined ? "running" : "waiting" }];
      }),
    pending: pending.list,
    async decide(decision) {
      const { approvalId } = decision;
      if (deciding.has(approvalId)) return fail(contractError("conflict", text("approval.answered")));
      deciding.add(approvalId);
      try {
        return await decide(decision);
      } finally {
        deciding.delete(approvalId);
      }
    },
    async release(key) {
      await deps.children.stop(key, "forgotten");
      const runner = pool.get(key);
      if (runner === undefined) return;
      await runner.halt();
      await runner.idle();
      pool.forget(key);
    },
    async close(how) {
      // Nothing may lie between the last look and the end of taking in: a message that came there would be lost.
      const { children } = deps;
      while (how === "finish" && (receiving.size > 0 || busy().length > 0 || children.isBusy)) {
        const runs = busy().map((runner) => runner.settled());
        // A sub-agent that waits for the person goes on doing so on the disk.
        if (receiving.size === 0 && runs.length === 0 && pool.all().some((runner) => runner.waits)) break;
        const ends = receiving.size === 0 && runs.length === 0 ? [children.settled()] : [...receiving, ...runs];
        await Promise.allSettled(ends);
      }
      children.close();
      stopReceiving();
      await Promise.allSettled(receiving);
      await Promise.all(pool.all().map((runner) => closeRunner(runner, how, children)));
    },
  };
}

/** One that waits for the person has not ended then, and who waits for the end of a sub-agent must not go on doing so. */
async function closeRunner(
  runner: SessionRunner,
  how: CloseHow,
  children: AgentDependencies["children"],
): Promise<void> {
  await runner.close(how === "quit");
  children.leave(runner.session.key);
}
