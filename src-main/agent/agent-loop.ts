import type { ContractError } from "../../src-preload/contract/errors.ts";
import type { RunId, SessionKey } from "../../src-preload/contract/ids.ts";
import { ok, type Result } from "../../src-preload/contract/result.ts";
import type { InboundMessage, InboundReceipt } from "../bus/message-bus.ts";
import type { Session } from "../sessions/session-store.ts";
import type { AgentDependencies } from "./dependencies.ts";
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

  async function continueSuspended(session: Session): Promise<void> {
    const runner = await ready(ok(session));
    const continued = runner.ok ? await runner.value.continueSuspended() : runner;
    if (continued.ok) return;
    deps.host.log("error", "a suspended call could not go on", { key: session.key, reason: continued.error.message });
  }

  const busy = () => [...runners.values()].filter((runner) => runner.isBusy && !runner.waits);

  const undo = [
    deps.bus.onInbound(receive),
    // What a dead process left is closed first: a call that was decided a moment ago must not count as cut off.
    deps.approvals.beforeSuspendedDecided(async (session) => {
      const runner = await ready(ok(session));
      return runner.ok ? ok(undefined) : runner;
    }),
    deps.approvals.onSuspendedDecided((session) => void continueSuspended(session)),
  ];

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
      for (const stop of undo) stop();
      await Promise.allSettled(receiving);
      await Promise.all([...runners.values()].map((runner) => runner.close(how === "quit")));
    },
  };
}
