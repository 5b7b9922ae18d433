import { type ContractError, contractError } from "../../src-preload/contract/errors.ts";
import type { SessionKey } from "../../src-preload/contract/ids.ts";
import { type AsyncResult, fail, ok } from "../../src-preload/contract/result.ts";
import { isUnattendedKey } from "../../src-preload/contract/session-key.ts";
import type { SubagentRecord, SubagentView } from "../../src-preload/contract/subagents.ts";
import type { ChildAgents } from "../agent/child-agents.ts";
import { text } from "../words.ts";
import { type Brought, broughtBy } from "./child-end.ts";
import { type ChildLifeParts, ChildLives } from "./child-lives.ts";
import { endedRecord, isOn, type LiveChild, viewOfRecord } from "./live-child.ts";
import type { SpawnRequest } from "./spawn-request.ts";
import { taskFor } from "./task-for.ts";
import { tellParent } from "./tell-parent.ts";
import { createTurns } from "./turns.ts";

/** One that is there now. `end` is null for one that is not waited for: what comes of it is told later. */
interface Spawned {
  readonly key: SessionKey;
  readonly end: Promise<Brought> | null;
}

/** The sub-agents of all chats. */
export interface Subagents extends ChildAgents, AsyncDisposable {
  /** Fails where too many wait, or the disk does not take it. */
  spawn(request: SpawnRequest): AsyncResult<Spawned>;
  /** Ends one; resolves when its end is written. False where it is not on. */
  stopOne(key: SessionKey): Promise<boolean>;
  /** Those of a chat, in the order in which they were asked for. */
  list(parent: SessionKey): AsyncResult<readonly SubagentView[]>;
  /** Closes what an earlier process left, and tells the chats that asked for it. */
  takeUp(): Promise<void>;
}

interface SubagentParts extends Omit<ChildLifeParts, "turns" | "isClosing"> {
  /** So many run at once, read anew each time. */
  readonly mostAtOnce: () => Promise<number>;
  /** Perch is being closed. */
  readonly closing: { isOn: boolean };
}

/** So many may wait for their turn. */
const mostWaiting = 32;

export function createSubagents({ mostAtOnce, closing, ...parts }: SubagentParts): Subagents {
  const { host, loop, store, runs } = parts;
  const turns = createTurns(mostAtOnce);
  const isClosing = (): boolean => closing.isOn;
  const lives = new ChildLives({ ...parts, turns, isClosing });
  /** Asked for and not written down yet: many may come at once. */
  let coming = 0;

  async function prepared(request: SpawnRequest): AsyncResult<LiveChild> {
    const key = runs.newKey(request.parent);
    const task = await taskFor(loop, request, key);
    if (!task.ok) return task;
    const { progress } = request;
    const about = { record: recordOf(request, key, host.now()), task: task.value, abort: new AbortController() };
    const child: LiveChild = { ...about, progress, state: "queued", iteration: 0, isForgotten: false };
    const added = await lives.add(child);
    return added.ok ? ok(child) : added;
  }

  return {
    async spawn(request) {
      const refused = whyNot(turns.waiting + coming, closing.isOn);
      if (refused !== null) return fail(refused);
      coming += 1;
      const child = await prepared(request).finally(() => {
        coming -= 1;
      });
      if (!child.ok) return child;
      const { key, waits } = child.value.record;
      const end = lives.begin(child.value);
      return ok({ key, end: waits ? end.then(broughtBy) : null });
    },
    async stopOne(key) {
      const child = lives.get(key);
      return child !== undefined && (await lives.stop([child], "told")) > 0;
    },
    async list(parent) {
      const kept = await store.list();
      if (!kept.ok) return kept;
      const own = kept.value.filter((record) => record.parent === parent);
      return ok(
        own.map((record) => {
          const child = lives.get(record.key);
          return child === undefined ? viewOfRecord(record) : lives.view(child);
        }),
      );
    },
    on: (parent) => lives.ofParent(parent).filter(isOn).length,
    stop: (parent, how = "told") => lives.stop(lives.ofParent(parent), how),
    get isBusy() {
      return lives.isBusy;
    },
    settled: () => lives.settled(),
    leave(key) {
      if (lives.get(key) !== undefined) runs.leave(key);
    },
    close() {
      closing.isOn = true;
      for (const child of lives.all()) if (child.state === "queued") child.abort.abort();
    },
    async takeUp() {
      const kept = await store.list();
      if (!kept.ok) return;
      for (const record of kept.value.filter(isLeft).filter(({ key }) => lives.get(key) === undefined)) {
        if (closing.isOn) return;
        const end = await runs.closeLeft(record.key);
        const told = record.isTold
          ? ok(undefined)
          : await tellParent({ loop, host, isClosing }, { record, end, whenAsked: "wait", begins: false });
        if (told.ok || told.error.code === "not-found") await lives.keep({ ...endedRecord(record, end), isTold: true });
      }
    },
    async [Symbol.asyncDispose]() {
      await lives.allSettled();
      lives[Symbol.dispose]();
    },
  };
}

/** Its chat knows nothing of its end, or its own chat may wait for the person still. */
function isLeft({ isTold, outcome }: SubagentRecord): boolean {
  return !isTold || outcome === null;
}

/** One that nobody watches waits for all that it asks for: nobody would hear of it later. */
function recordOf(
  { parent, runId, callId, label, waits }: SpawnRequest,
  key: SessionKey,
  since: number,
): SubagentRecord {
  const about = { key, parent, runId, callId, label, waits: waits || isUnattendedKey(parent), since };
  return { ...about, outcome: null, reason: "", tokens: 0, isTold: false };
}

function whyNot(waiting: number, isClosing: boolean): ContractError | null {
  if (isClosing) return contractError("cancelled", text("subagent.interrupted"));
  if (waiting < mostWaiting) return null;
  return contractError("busy", `${mostWaiting} sub-agents wait for their turn already: wait until some have ended.`);
}
