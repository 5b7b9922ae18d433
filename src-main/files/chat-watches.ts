import { join } from "node:path";
import type { SessionKey } from "../../src-preload/contract/ids.ts";
import type { EventBus } from "../bus/event-bus.ts";
import type { Clock, Log } from "../host.ts";
import type { PathGuard } from "../policy/open-in-roots.ts";
import type { PathContext } from "../policy/path-guard.ts";
import { forGuard, normalPath } from "./relative-path.ts";
import type { WatchEntries } from "./watch-entries.ts";

/** Changes are told this soon, in milliseconds. */
const quietMs = 100;
/** What goes on changing is told this often at most. */
const againMs = 1000;
/** What git itself writes as what it tells of files becomes another. */
const gitNames: ReadonlySet<string> = new Set(["HEAD", "index"]);

export interface ChatWatchNeeds {
  readonly clock: Clock;
  readonly log: Log;
  readonly events: EventBus;
  readonly guard: PathGuard;
  readonly watchEntries: WatchEntries;
  /** Something in a watched work folder is another now. */
  readonly changed: (sessionKey: SessionKey, workFolder: string) => void;
}

/** Tells changes in the folders that somebody looks at, as events, for as long as they do. */
export interface ChatWatches extends Disposable {
  /** `folders` are relative to the work folder; those that cannot be watched are left out. */
  open(sessionKey: SessionKey, place: PathContext, folders: readonly string[]): Promise<Disposable>;
}

export function createChatWatches(needs: ChatWatchNeeds): ChatWatches {
  const open = new Set<Disposable>();
  let isOver = false;
  return {
    async open(sessionKey, place, folders) {
      const watch = createChatWatch(sessionKey, place, needs);
      open.add(watch);
      const held = {
        [Symbol.dispose](): void {
          open.delete(watch);
          watch[Symbol.dispose]();
        },
      };
      const paths = new Set(folders.map((path) => normalPath(path, place.platform)));
      await Promise.all([...paths].map((path) => watch.add(path)));
      if (isOver) held[Symbol.dispose]();
      return held;
    },
    [Symbol.dispose]() {
      isOver = true;
      for (const watch of open) watch[Symbol.dispose]();
      open.clear();
    },
  };
}

/** The watched folders of one chat, and what is to be told of them. */
function createChatWatch(sessionKey: SessionKey, place: PathContext, needs: ChatWatchNeeds) {
  const { clock, log, events, guard, changed } = needs;
  const watched = new Map<string, Disposable>();
  const touched = new Set<string>();
  let timer: Disposable | null = null;
  let told = Number.NEGATIVE_INFINITY;
  let isOver = false;

  function tell(): void {
    timer = null;
    told = clock.monotonic();
    const folders = [...touched];
    touched.clear();
    changed(sessionKey, place.workFolder);
    events.publish({ topic: "files", type: "files-changed", sessionKey, folders });
  }

  function note(path: string): void {
    if (isOver) return;
    touched.add(path);
    timer ??= clock.setTimer(Math.max(quietMs, told + againMs - clock.monotonic()), tell);
  }

  function look(path: string, folder: string, onName: (name: string | null) => void): void {
    watched.get(path)?.[Symbol.dispose]();
    const onLost = (reason: string): void => {
      log("debug", "a folder is not watched any more", { folder, reason });
      watched.delete(path);
    };
    watched.set(path, needs.watchEntries(folder, onName, onLost));
  }

  async function add(path: string): Promise<void> {
    const opened = await guard.openFolder(forGuard(path, place.platform), { access: "read" }, place);
    if (!opened.ok) return;
    const { path: folder } = opened.value;
    await opened.value[Symbol.asyncDispose]();
    if (isOver) return;
    look(path, folder, (name) => {
      note(path);
      const child = path === "" ? name : `${path}/${name}`;
      // A folder of this name may be another one now: it is looked at again.
      if (name !== null && child !== null && watched.has(child)) void add(child);
    });
    if (path === "") lookAtGit(folder);
  }

  /** Git's own folder is not listed here; what it writes there tells that files have another state. */
  function lookAtGit(folder: string): void {
    const path = join(folder, ".git");
    const onName = (name: string | null): void => (name === null || gitNames.has(name) ? note("") : undefined);
    look(".git/", path, onName);
  }

  return {
    add,
    [Symbol.dispose](): void {
      isOver = true;
      timer?.[Symbol.dispose]();
      for (const watch of watched.values()) watch[Symbol.dispose]();
      watched.clear();
    },
  };
}
