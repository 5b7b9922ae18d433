import { join } from "node:path";
import type { ChangeSource } from "../../src-preload/contract/change-commands.ts";
import type { RevertEnd } from "../../src-preload/contract/changes.ts";
import { contractError } from "../../src-preload/contract/errors.ts";
import type { MessageId, RunId, SessionKey } from "../../src-preload/contract/ids.ts";
import { type AsyncResult, fail, ok } from "../../src-preload/contract/result.ts";
import type { RunNews } from "../../src-preload/contract/run-news.ts";
import { isPrivateKey } from "../../src-preload/contract/session-key.ts";
import type { ChangeKeeper } from "../agent/dependencies.ts";
import { createChangeHandlers } from "../api/change-handlers.ts";
import type { Log } from "../host.ts";
import { placeOfOneRoot } from "../policy/one-root.ts";
import { pathGuard } from "../policy/open-in-roots.ts";
import { watchIdleTimes } from "../processes/idle-times.ts";
import { hashOf } from "../storage/object-store.ts";
import { isMissing } from "../thrown.ts";
import { createPathLock, type PathLock } from "../tools/path-lock.ts";
import type { FileState } from "../undo/file-state.ts";
import type { SpaceKeeper } from "../undo/space-keeper.ts";
import type { UndoNeeds, UndoStore } from "../undo/undo-store.ts";
import { text } from "../words.ts";
import type { Core } from "./core.ts";
import type { Transcripts } from "./transcripts.ts";

export type UndoFeature = ReturnType<typeof createUndoFeature>;

/** Runs of one look, for the commands of a chat. */
const runsRead = 20;

type StoreOf = (key: SessionKey) => Promise<UndoStore>;

type UndoFeatureNeeds = Pick<Transcripts, "runs" | "sessions">;

const unwatched = "a command could not be watched";
const dayMs = 24 * 60 * 60 * 1000;
/** After so many copies it is looked whether they have room. */
const tidyEvery = 100;

/** What runs do to files, so that it can be taken back. Nothing of it is loaded before the first write. */
export function createUndoFeature(core: Core, transcripts: UndoFeatureNeeds) {
  const { host, events } = core;
  const locks = createPathLock();
  const folder = join(host.paths.home, "undo");

  const stores = createStores(core, { folder, locks });
  const { store, shared } = stores;

  const logged = createLogged(host.log);
  const tidier = createTidier(core, async () => (await shared()).space);

  function changed(sessionKey: SessionKey): void {
    events.publish({ topic: "files", type: "changes-changed", sessionKey });
  }

  const untold = createUntold(logged, store);

  const changes: ChangeKeeper = {
    async beforeWrite(run, path, next) {
      await (await store(run.sessionKey)).recorder.before(run, path, next);
      tidier.noteCopy();
    },
    async afterWrite(run, path) {
      await (await store(run.sessionKey)).recorder.after(run, path);
      untold.note(run.runId);
      changed(run.sessionKey);
    },
    async beforeCommand(run) {
      // A command is not held up by what is wrong with the copies: it was allowed.
      const watch = await logged(unwatched, async () => (await store(run.sessionKey)).commands.begin(run));
      return {
        async end() {
          const effects = await logged(unwatched, async () => {
            const { effectsOf } = await import("../undo/command-effects.ts");
            const done = await watch?.end();
            untold.note(run.runId);
            return done === undefined ? [] : effectsOf(done, (await store(run.sessionKey)).lines);
          });
          changed(run.sessionKey);
          return effects ?? [];
        },
      };
    },
    news: untold.news,
    async canUndo(place, subject) {
      const { canUndo } = await import("../undo/can-undo.ts");
      return canUndo(subject, { place, clock: host, guard: pathGuard });
    },
  };

  const { timeOf, whenIdle, changesOf } = createReverts(transcripts, { store, changed });

  return {
    locks,
    changes,
    changesOf,
    /** A person is about to save this: a command that is on has not made the change. */
    async personSaves(path: string, bytes: Uint8Array): Promise<void> {
      for (const opened of await Promise.all(stores.opened())) opened.commands.wrote(path, savedState(bytes));
    },
    handlers: createChangeHandlers({ store, space: async () => (await shared()).space, changed, timeOf, whenIdle }),
    /** Finishes a revert that the end of a process cut off, and lets go of what is too old. */
    warmUp: () => tidier.begin(folder),
    async [Symbol.asyncDispose]() {
      stores[Symbol.dispose]();
      tidier[Symbol.dispose]();
    },
  };
}

interface StoreParts {
  readonly folder: string;
  readonly locks: PathLock;
}

/** The copies of all chats that are kept, in one place; those of a private chat lie with it, and go with it. */
function createStores(core: Core, { folder, locks }: StoreParts) {
  const { host, files, events, privateChats } = core;
  const machine = { userHome: host.paths.userHome, platform: host.platform };
  const ofPrivate = new Map<SessionKey, Promise<UndoStore>>();
  let ofOthers: Promise<UndoStore> | null = null;

  async function openAt(at: string): Promise<UndoStore> {
    const { openUndoStore } = await import("../undo/undo-store.ts");
    return openUndoStore({
      folder: at,
      clock: host,
      log: host.log,
      ids: core.ids,
      files,
      guard: pathGuard,
      locks,
      texts: await textTools(),
      placeOf: async (root) => {
        const place = await placeOfOneRoot(files, machine, { kind: "work", path: root, access: "write" });
        return place.ok ? place.value : null;
      },
      watchIdle: () => watchIdleTimes(host.pid, host.platform, host),
    });
  }

  const shared = (): Promise<UndoStore> => {
    ofOthers ??= openAt(folder);
    return ofOthers;
  };
  const store: StoreOf = (key) => {
    if (!isPrivateKey(key)) return shared();
    const known = ofPrivate.get(key) ?? privateChats.open(key).then((own) => openAt(join(own, "undo")));
    ofPrivate.set(key, known);
    return known;
  };
  const removals = events.subscribe(["session"], (delivery) => {
    if (delivery.kind !== "event" || delivery.event.type !== "session-removed") return;
    ofPrivate.delete(delivery.event.sessionKey);
  });
  removals.start();
  return {
    store,
    shared,
    /** Those that are in use: no command is watched for another one. */
    opened: () => [...(ofOthers === null ? [] : [ofOthers]), ...ofPrivate.values()],
    [Symbol.dispose]: () => removals.stop(),
  };
}

/** Others do not look at the mode of what was saved. */
function savedState(bytes: Uint8Array): FileState {
  return { kind: "file", hash: hashOf(bytes), size: bytes.length, mode: 0o644 };
}

type Logged = <Value>(what: string, work: () => Promise<Value>) => Promise<Value | null>;

function createLogged(log: Log): Logged {
  return async (what, work) => {
    try {
      return await work();
    } catch (error) {
      log("warn", what, { error });
      return null;
    }
  };
}

/** Runs that may have changed something since it was told what they did. */
function createUntold(logged: Logged, store: StoreOf) {
  const untold = new Set<RunId>();
  return {
    note: (runId: RunId): void => void untold.add(runId),
    async news(sessionKey: SessionKey, runId: RunId): Promise<RunNews | null> {
      if (!untold.delete(runId)) return null;
      const tell = async () => (await store(sessionKey)).news(sessionKey, runId);
      const news = await logged("the changes of a run could not be told", tell);
      if (news === null) untold.add(runId);
      return news;
    },
  };
}

interface RevertParts {
  readonly store: StoreOf;
  readonly changed: (sessionKey: SessionKey) => void;
}

/** Reverts of a chat, and what they ask about it. */
function createReverts({ sessions, runs }: UndoFeatureNeeds, { store, changed }: RevertParts) {
  async function isOn(sessionKey: SessionKey): Promise<boolean> {
    if (runs.view(sessionKey) !== null) return true;
    // A run of an earlier process that waits for a person has nobody who follows it.
    const chat = await sessions.view(sessionKey);
    return chat.ok && chat.value.pendingApprovals.length > 0;
  }

  async function whenIdle(sessionKey: SessionKey, revert: () => AsyncResult<RevertEnd>): AsyncResult<RevertEnd> {
    // A run that is on goes on from what it read: nothing is taken from under it.
    if (await isOn(sessionKey)) return fail(contractError("busy", text("undo.runIsOn")));
    const end = await revert();
    if (end.ok && end.value.reverted.length > 0) changed(sessionKey);
    return end;
  }

  return {
    whenIdle,
    changesOf: (sessionKey: SessionKey): ChangeSource => ({
      list: async (after) => (await store(sessionKey)).list(sessionKey, { after: after ?? undefined, limit: runsRead }),
      revert: (runIds, paths) =>
        whenIdle(sessionKey, async () => (await store(sessionKey)).revert(sessionKey, runIds, paths)),
    }),
    async timeOf(sessionKey: SessionKey, messageId: MessageId): AsyncResult<number> {
      const chat = await sessions.view(sessionKey);
      if (!chat.ok) return chat;
      const message = await chat.value.message(messageId);
      return message.ok ? ok(Date.parse(message.value.timestamp)) : message;
    },
  };
}

/** Looks from time to time whether the copies have room; what is wrong with that is logged, and hinders nothing. */
function createTidier({ host, files, settings }: Core, space: () => Promise<SpaceKeeper>) {
  let copies = 0;
  let timer: Disposable | null = null;

  async function tidy(): Promise<void> {
    const current = await settings.current();
    if (!current.ok) return;
    const { maxMegabytes, days } = current.value.tools.undo;
    await (await space()).tidy({ maxMegabytes, days });
  }
  function tidyInTheBackground(): void {
    tidy().catch((error: unknown) => host.log("warn", "copies for undo could not be tidied", { error }));
  }
  function daily(): void {
    timer = host.setTimer(dayMs, () => {
      tidyInTheBackground();
      daily();
    });
  }

  return {
    noteCopy(): void {
      copies += 1;
      if (copies % tidyEvery === 0) tidyInTheBackground();
    },
    async begin(folder: string): Promise<void> {
      try {
        await files.stat(folder);
      } catch (error) {
        if (!isMissing(error)) host.log("warn", "the copies for undo cannot be read", { error });
        return;
      }
      tidyInTheBackground();
      daily();
    },
    [Symbol.dispose]: () => timer?.[Symbol.dispose](),
  };
}

async function textTools(): Promise<UndoNeeds["texts"]> {
  const [{ detectEncoding, decodeText }, { encodeChange }] = await Promise.all([
    import("../tools/text-encoding.ts"),
    import("../tools/encode-text.ts"),
  ]);
  return { detectEncoding, decodeText, encodeChange };
}
