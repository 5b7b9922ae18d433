import type { StoreApi } from "zustand/vanilla";
import type { ChangeDiff, ChangedRun } from "../../src-preload/contract/changes.ts";
import type { MessageId, RunId, SessionKey } from "../../src-preload/contract/ids.ts";
import type { AgentClient } from "../client/agent-client.ts";
import { createCrossing } from "./crossing.ts";
import { type Load, loaded } from "./load.ts";
import { isDone, type Notify } from "./notices.ts";

/** A file of a run. */
export interface ChosenChange {
  readonly runId: RunId;
  /** Absolute. */
  readonly path: string;
}

/** What the agent left, or what somebody else made of it since. */
export type DiffSide = "left" | "now";

interface ShownChange extends ChosenChange {
  readonly side: DiffSide;
  readonly diff: Load<{ readonly diff: ChangeDiff }>;
}

interface Restoring {
  readonly messageId: MessageId;
  /** The runs since then, the newest first. */
  readonly runs: readonly ChangedRun[];
}

export interface ChangesState {
  /** The chat whose changes are shown; null while none is. */
  readonly key: SessionKey | null;
  /** The newest run first. */
  readonly runs: Load<{ readonly runs: readonly ChangedRun[]; readonly next: RunId | null }>;
  readonly chosen: ShownChange | null;
  /** What going back to before a message would do to files, while the person is asked. */
  readonly restoring: Restoring | null;
  /** Something is being taken back: a second press waits. */
  readonly isBusy: boolean;
}

/** Reads the changes of the chat that is shown, and one of them as a diff. */
export function createChangesReader(client: AgentClient, store: StoreApi<ChangesState>) {
  const reading = createCrossing();
  const comparing = createCrossing();
  /** A file that is to be shown as soon as it is known which run changed it. */
  let wanted: string | null = null;

  async function read(): Promise<void> {
    const { key } = store.getState();
    if (key === null) return;
    const came = await reading.ask(() => client.request("changes.list", { sessionKey: key }));
    if (came === null) return;
    store.setState({ runs: loaded(came.answer, (list) => list) });
    const { chosen } = store.getState();
    if (wanted !== null) showWanted(wanted);
    else if (chosen !== null && fileOf(store.getState(), chosen) !== null) void compare(chosen, chosen.side);
    else chooseFirst();
  }

  async function compare({ runId, path }: ChosenChange, side: DiffSide): Promise<void> {
    const { key, chosen } = store.getState();
    if (key === null) return;
    const isSame = chosen?.runId === runId && chosen.path === path && chosen.side === side;
    store.setState({ chosen: { runId, path, side, diff: isSame ? chosen.diff : { kind: "loading" } } });
    const asked = { sessionKey: key, runId, path, against: side };
    const came = await comparing.ask(() => client.request("changes.diff", asked));
    if (came !== null)
      store.setState({ chosen: { runId, path, side, diff: loaded(came.answer, (diff) => ({ diff })) } });
  }

  function chooseFirst(): void {
    const { runs } = store.getState();
    const run = runs.kind === "ready" ? runs.runs.find(({ files }) => files.length > 0) : undefined;
    const file = run?.files[0];
    if (run === undefined || file === undefined) store.setState({ chosen: null });
    else void compare({ runId: run.runId, path: file.path }, "left");
  }

  function showWanted(path: string): void {
    const { runs } = store.getState();
    if (runs.kind !== "ready") return;
    wanted = null;
    const run = runs.runs.find(({ files }) => files.some((file) => file.path === path));
    if (run === undefined) chooseFirst();
    else void compare({ runId: run.runId, path }, "left");
  }

  return {
    read,
    compare,
    want(path: string): void {
      wanted = path;
      showWanted(path);
    },
    async readMore(notify: Notify): Promise<void> {
      const { key, runs } = store.getState();
      if (key === null || runs.kind !== "ready" || runs.next === null) return;
      const came = await reading.ask(() =>
        client.request("changes.list", { sessionKey: key, after: runs.next ?? undefined }),
      );
      if (came === null || !isDone(came.answer, notify)) return;
      const { runs: more, next } = came.answer.value;
      store.setState({ runs: { kind: "ready", runs: [...runs.runs, ...more], next } });
    },
    note: reading.note,
    drop(): void {
      reading.drop();
      comparing.drop();
    },
  };
}

/** The file that is chosen, as the list has it; null where it is not in it any more. */
export function fileOf({ runs }: ChangesState, { runId, path }: ChosenChange) {
  if (runs.kind !== "ready") return null;
  return runs.runs.find((run) => run.runId === runId)?.files.find((file) => file.path === path) ?? null;
}
