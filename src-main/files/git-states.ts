import type { SessionKey } from "../../src-preload/contract/ids.ts";
import type { Result } from "../../src-preload/contract/result.ts";
import type { Clock, Log } from "../host.ts";
import type { GitStatus } from "../tools/git-status.ts";
import { type GitMarks, readGitMarks } from "./git-marks.ts";

export interface GitStateNeeds {
  readonly clock: Clock;
  readonly log: Log;
  /** Null where there is nothing to tell. */
  readonly gitStatus: (workFolder: string, signal: AbortSignal) => Promise<Result<GitStatus | null, string>>;
  /** Something else is known of the folder of this chat. */
  readonly changed: (sessionKey: SessionKey) => void;
}

/** What git says of work folders: asked as something changes, at most one at a time for a folder, and never by the clock. */
export interface GitStates extends AsyncDisposable {
  /** What is known; null for nothing. */
  known(workFolder: string): GitMarks | null;
  /** Asks once things are quiet. */
  refresh(workFolder: string, sessionKey: SessionKey): void;
}

/** Changes that come one after the other are asked about once, in milliseconds. */
const quietMs = 300;
/** Work folders of which something is kept. */
const maxKept = 20;

interface Asked {
  marks: GitMarks | null;
  /** What was told last, to see whether it is another now. */
  told: string;
  timer: Disposable | null;
  asking: Promise<void> | null;
  isAskedAgain: boolean;
  /** The chats that asked. */
  readonly chats: Set<SessionKey>;
}

export function createGitStates({ clock, log, gitStatus, changed }: GitStateNeeds): GitStates {
  const folders = new Map<string, Asked>();
  const over = new AbortController();

  async function ask(folder: string, asked: Asked): Promise<void> {
    const status = await gitStatus(folder, over.signal);
    if (over.signal.aborted) return;
    if (!status.ok) log("debug", "git did not tell the state of a folder", { folder, reason: status.error });
    const found = status.ok ? status.value : null;
    const told = found === null ? "" : `${found.prefix}\0${found.records.join("\0")}`;
    const isNew = told !== asked.told;
    asked.told = told;
    asked.marks = found === null ? null : readGitMarks(found.records, found.prefix);
    if (isNew) for (const key of asked.chats) changed(key);
  }

  async function askOnce(folder: string, asked: Asked): Promise<void> {
    try {
      await ask(folder, asked);
    } catch (cause) {
      log("warn", "git could not be asked about a folder", { folder, reason: String(cause) });
    }
    asked.asking = null;
    if (asked.isAskedAgain) begin(folder, asked);
  }

  function begin(folder: string, asked: Asked): void {
    asked.timer = null;
    asked.isAskedAgain = asked.asking !== null;
    asked.asking ??= askOnce(folder, asked);
  }

  function askedOf(folder: string): Asked {
    const asked = folders.get(folder) ?? {
      marks: null,
      told: "",
      timer: null,
      asking: null,
      isAskedAgain: false,
      chats: new Set<SessionKey>(),
    };
    folders.delete(folder);
    folders.set(folder, asked);
    const idle = [...folders].find(([, { asking, timer }]) => asking === null && timer === null);
    if (folders.size > maxKept && idle !== undefined) folders.delete(idle[0]);
    return asked;
  }

  return {
    known: (folder) => folders.get(folder)?.marks ?? null,
    refresh(folder, sessionKey) {
      if (over.signal.aborted) return;
      const asked = askedOf(folder);
      asked.chats.add(sessionKey);
      asked.timer ??= clock.setTimer(quietMs, () => begin(folder, asked));
    },
    async [Symbol.asyncDispose]() {
      over.abort();
      for (const { timer } of folders.values()) timer?.[Symbol.dispose]();
      await Promise.all([...folders.values()].map(({ asking }) => asking));
    },
  };
}
