import type { SessionKey } from "../../src-preload/contract/ids.ts";
import type { AsyncResult } from "../../src-preload/contract/result.ts";
import type { SubagentRecord, SubagentView } from "../../src-preload/contract/subagents.ts";
import type { AgentLoop } from "../agent/agent-loop.ts";
import type { RunTracker } from "../agent/run-tracker.ts";
import type { EventBus } from "../bus/event-bus.ts";
import type { Host } from "../host.ts";
import { text } from "../words.ts";
import type { ChildEnd } from "./child-end.ts";
import type { ChildRuns } from "./child-runs.ts";
import type { ChildStore } from "./child-store.ts";
import { followChildren } from "./follow-children.ts";
import { endedRecord, isOn, type LiveChild, viewOf } from "./live-child.ts";
import { tellParent } from "./tell-parent.ts";
import type { Turns } from "./turns.ts";

export interface ChildLifeParts {
  readonly host: Pick<Host, "log" | "now">;
  readonly loop: Pick<AgentLoop, "use">;
  readonly events: EventBus;
  readonly steps: Pick<RunTracker, "stepOf">;
  readonly store: ChildStore;
  readonly runs: ChildRuns;
  readonly turns: Turns;
  /** Perch is being closed: what is on ends with the loop, and is taken up by the next start. */
  readonly isClosing: () => boolean;
}

type SubagentEventType = "subagent-start" | "subagent-progress" | "subagent-end";

/** The sub-agents of this process: each from when it was asked for until its chat knows what came of it. */
export class ChildLives implements Disposable {
  readonly #parts: ChildLifeParts;
  readonly #children = new Map<SessionKey, LiveChild>();
  /** Each until its end is written, and told where it is not waited for. */
  readonly #going = new Map<SessionKey, { readonly end: Promise<ChildEnd>; readonly told: Promise<void> }>();
  readonly #followed: Disposable;

  constructor(parts: ChildLifeParts) {
    this.#parts = parts;
    this.#followed = followChildren(parts.events, {
      find: (key) => this.#children.get(key),
      endedOf: ({ sessionKey, runId, callId }) =>
        this.ofParent(sessionKey).find(
          ({ record, state }) =>
            record.waits && state === "ended" && record.runId === runId && record.callId === callId,
        ),
      changed: (child) => this.#tell("subagent-progress", child),
      resultWritten: (child) => void this.#settle(child),
    });
  }

  get(key: SessionKey): LiveChild | undefined {
    return this.#children.get(key);
  }

  all(): readonly LiveChild[] {
    return [...this.#children.values()];
  }

  ofParent(parent: SessionKey): readonly LiveChild[] {
    return this.all().filter(({ record }) => record.parent === parent);
  }

  view(child: LiveChild): SubagentView {
    return viewOf(child, this.#parts.steps.stepOf(child.record.key));
  }

  get isBusy(): boolean {
    return this.#going.size > 0;
  }

  /** Resolves when one has ended and its chat is told. */
  async settled(): Promise<void> {
    await Promise.race([...this.#going.values()].map(({ told }) => told));
  }

  /** Resolves when all have. */
  async allSettled(): Promise<void> {
    await Promise.allSettled([...this.#going.values()].map(({ told }) => told));
  }

  /** It is written down before it begins. */
  async add(child: LiveChild): AsyncResult<void> {
    this.#children.set(child.record.key, child);
    const kept = await this.keep(child.record);
    if (!kept.ok) this.#children.delete(child.record.key);
    return kept;
  }

  /** It is on, or waits for its turn, from now on; resolves with its end. Never rejects. */
  begin(child: LiveChild): Promise<ChildEnd> {
    const { key } = child.record;
    this.#tell("subagent-start", child);
    const end = this.#toItsEnd(child);
    const told = this.#afterItsEnd(child, end).finally(() => this.#going.delete(key));
    this.#going.set(key, { end, told });
    return end;
  }

  /** Resolves with how many were on, once their ends are written. */
  async stop(some: readonly LiveChild[], how: "told" | "forgotten"): Promise<number> {
    const on = some.filter(isOn);
    for (const child of some) child.isForgotten ||= how === "forgotten";
    if (!this.#parts.isClosing()) for (const child of on) child.abort.abort();
    await Promise.all(on.map(({ record }) => this.#going.get(record.key)?.end));
    return on.length;
  }

  async keep(record: SubagentRecord): AsyncResult<void> {
    const kept = await this.#parts.store.put(record);
    if (!kept.ok)
      this.#parts.host.log("error", "a sub-agent could not be written down", { reason: kept.error.message });
    return kept;
  }

  [Symbol.dispose](): void {
    this.#followed[Symbol.dispose]();
  }

  #tell(type: SubagentEventType, child: LiveChild): void {
    const subagent = this.view(child);
    this.#parts.events.publish({ topic: "subagent", type, sessionKey: child.record.parent, subagent });
  }

  /** Its chat knows what came of it, or is not to know. */
  async #settle(child: LiveChild): Promise<void> {
    this.#children.delete(child.record.key);
    // What the end of Perch cut off may wait for the person in its own chat: the next start closes it.
    const isLeft = this.#parts.isClosing() && child.record.outcome === "interrupted";
    await this.keep({ ...child.record, ...(isLeft ? { outcome: null } : {}), isTold: true });
  }

  async #toItsEnd(child: LiveChild): Promise<ChildEnd> {
    const { turns, runs, isClosing } = this.#parts;
    const turn = await turns.take(child.abort.signal);
    if (turn !== null) {
      child.state = "running";
      this.#tell("subagent-progress", child);
    }
    const end = turn === null ? neverBegun(isClosing()) : await runs.run(child.task, child.abort.signal);
    turn?.[Symbol.dispose]();
    child.record = endedRecord(child.record, end);
    child.state = "ended";
    // What the end of Perch cut off is closed and told by its next start.
    if (end.outcome !== "interrupted") await this.keep(child.record);
    this.#tell("subagent-end", child);
    return end;
  }

  async #afterItsEnd(child: LiveChild, ended: Promise<ChildEnd>): Promise<void> {
    const end = await ended;
    if (child.isForgotten) return this.#settle(child);
    const { host, loop, isClosing } = this.#parts;
    // Where it is waited for, its result stands in its chat a moment later.
    if (child.record.waits || isClosing()) return;
    const begins = end.outcome === "done" || end.outcome === "failed";
    const { whenAsked } = child.task;
    const told = await tellParent({ loop, host, isClosing }, { record: child.record, end, whenAsked, begins });
    if (told.ok || told.error.code === "not-found") return this.#settle(child);
    host.log("error", "a chat could not be told of its sub-agent", { reason: told.error.message });
  }
}

/** It waited for its turn until it was stopped, or Perch was closed. */
function neverBegun(isClosing: boolean): ChildEnd {
  const outcome = isClosing ? "interrupted" : "stopped";
  return { outcome, reason: text(`subagent.${outcome}`), said: "", tokens: 0, steps: [], stranger: null };
}
