import { type ContractError, contractError } from "../../src-preload/contract/errors.ts";
import type { ApprovalId, RunId, SessionKey } from "../../src-preload/contract/ids.ts";
import { fail, ok, type Result } from "../../src-preload/contract/result.ts";
import type { PendingApproval } from "../../src-preload/contract/session.ts";
import type { InboundMessage, InboundReceipt } from "../bus/message-bus.ts";
import type { Session } from "../sessions/session-store.ts";
import { text } from "../words.ts";
import type { DecisionOf } from "./ask-person.ts";
import type { AgentDependencies } from "./dependencies.ts";
import { createPendingApprovals } from "./pending-approvals.ts";
import { createRecordMint } from "./records.ts";
import { SessionRunner } from "./session-runner.ts";

export interface ActiveRunInfo {
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
  /** The session's agent, with what a dead process left behind closed. */
  runner(key: SessionKey): Promise<Result<SessionRunner, ContractError>>;
  /** The same for a session that is there; `not-found` else. */
  existing(key: SessionKey): Promise<Result<SessionRunner, ContractError>>;
  active(): readonly ActiveRunInfo[];
  /** All that wait for a person, in every chat, oldest first. */
  pending(): Promise<Result<readonly PendingApproval[], ContractError>>;
  /** From any client. The decision is on the disk when this resolves. */
  decide(decision: DecisionOf): Promise<Result<PendingApproval, ContractError>>;
  /** Forgets a session's agent after stopping its run, before its file is moved. */
  release(key: SessionKey): Promise<void>;
  /**
   * Stops every run and waits for their ends to be written. One that waits for a decision goes on waiting on the disk.
   */
  close(how: CloseHow): Promise<void>;
}

export function createAgentLoop(deps: AgentDependencies): AgentLoop {
  const records = createRecordMint(deps.host, deps.ids);
  const runners = new Map<SessionKey, SessionRunner>();

  async function ready(opened: Result<Session, ContractError>): Promise<Result<SessionRunner, ContractError>> {
    if (!opened.ok) return opened;
    const session = opened.value;
    const runner = runners.get(session.key) ?? new SessionRunner(deps, records, session);
    runners.set(session.key, runner);
    const recovered = await runner.ready();
    return recovered.ok ? ok(runner) : recovered;
  }

  const runnerOf = async (key: SessionKey) => ready(await deps.sessions.open(key));

  /** Messages that are being written down: each gets its receipt also when the loop is closed meanwhile. */
  const receiving = new Set<Promise<InboundReceipt>>();

  function receive(message: InboundMessage): Promise<InboundReceipt> {
    const receipt = take(message).finally(() => receiving.delete(receipt));
    receiving.add(receipt);
    return receipt;
  }

  async function take(message: InboundMessage): Promise<InboundReceipt> {
    const runner = await runnerOf(message.sessionKey);
    return runner.ok ? runner.value.receive(message) : runner;
  }

  const pending = createPendingApprovals(deps.sessions, () => [...runners.values()].map(({ session }) => session));
  const deciding = new Set<ApprovalId>();

  async function decide(decision: DecisionOf): Promise<Result<PendingApproval, ContractError>> {
    const chat = await pending.chatOf(decision.approvalId);
    if (!chat.ok) return chat;
    // What a dead process left is closed first: a call that is decided now must not count as cut off.
    const runner = await ready(await deps.sessions.find(chat.value));
    return runner.ok ? runner.value.decide(decision) : runner;
  }

  const busy = () => [...runners.values()].filter((runner) => runner.isBusy && !runner.waits);

  const stopReceiving = deps.bus.onInbound(receive);

  return {
    runner: runnerOf,
    existing: async (key) => ready(await deps.sessions.find(key)),
    active: () =>
      [...runners.values()].flatMap(({ session, activeRun }): readonly ActiveRunInfo[] => {
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
      const runner = runners.get(key);
      if (runner === undefined) return;
      await runner.halt();
      await runner.idle();
      runners.delete(key);
    },
    async close(how) {
      // Nothing may lie between the last look and the end of taking in: a message that came there would be lost.
      while (how === "finish" && (receiving.size > 0 || busy().length > 0)) {
        await Promise.allSettled([...receiving, ...busy().map((runner) => runner.settled())]);
      }
      stopReceiving();
      await Promise.allSettled(receiving);
      await Promise.all([...runners.values()].map((runner) => runner.close(how === "quit")));
    },
  };
}
