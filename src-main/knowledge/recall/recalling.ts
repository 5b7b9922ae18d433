import type { PerchEvent } from "../../../src-preload/contract/events.ts";
import type { SessionKey } from "../../../src-preload/contract/ids.ts";
import type { Message } from "../../../src-preload/contract/records.ts";
import { type AsyncResult, ok } from "../../../src-preload/contract/result.ts";
import { isPrivateKey } from "../../../src-preload/contract/session-key.ts";
import { createLane } from "../../bus/lane.ts";
import type { Host } from "../../host.ts";
import type { RecallHit, RecallSource } from "../../storage/recall-calls.ts";
import type { Recall } from "./recall.ts";
import type { RecallFiles } from "./recall-files.ts";

interface RecallQuestion {
  readonly text: string;
  readonly limit: number;
  readonly sources: readonly RecallSource[];
  /** Ids of entries that are not wanted. */
  readonly exclude: readonly string[];
}

/** The index of what was known, noted and said, kept in step with its files. */
export interface Recalling extends AsyncDisposable {
  /** Brings the index up to date in the background, once. */
  begin(): void;
  /** False until the index has everything: what is asked before waits for it. */
  readonly isReady: boolean;
  search(question: RecallQuestion, signal: AbortSignal): AsyncResult<readonly RecallHit[]>;
  take(event: PerchEvent): void;
}

interface RecallingParts {
  readonly host: Pick<Host, "log" | "now">;
  readonly recall: Recall;
  readonly files: RecallFiles;
  /** There may be entries without a vector. */
  readonly onChanged: () => void;
}

export function createRecalling({ host, recall, files, onChanged }: RecallingParts): Recalling {
  const ending = new AbortController();
  /** A chat that is read whole must not come behind what was said in it since. */
  const inOrder = createLane();
  let waiting: (() => Promise<void>)[] = [];
  let following: AsyncResult<undefined> | null = null;
  let isReady = false;

  async function follow(): AsyncResult<undefined> {
    const groups = await files.groups();
    if (!groups.ok) return groups;
    const followed = await recall.follow(groups.value, ending.signal);
    if (!followed.ok || ending.signal.aborted) return followed;
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await next();
    isReady = true;
    onChanged();
    return followed;
  }

  function begin(): AsyncResult<undefined> {
    following ??= follow().then((done) => {
      if (!done.ok) {
        host.log("warn", "what can be recalled could not be brought up to date", { reason: done.error.message });
        following = null;
        waiting = [];
      }
      return done;
    });
    return following;
  }

  /** What comes while the files are read is taken in behind them. */
  function change(work: () => AsyncResult<unknown>): void {
    const logged = async (): Promise<void> => {
      const done = await work();
      if (!done.ok) host.log("warn", "what can be recalled was not changed", { reason: done.error.message });
      else if (isReady) onChanged();
    };
    if (isReady) void inOrder(logged);
    else waiting.push(logged);
  }

  async function hear(key: SessionKey, message: Message): AsyncResult<undefined> {
    const said = await files.said(key, message);
    if (!said.ok) return said;
    const { kind, group } = said.value;
    return kind === "nothing" ? ok(undefined) : recall[kind](group);
  }

  async function replaceFile(path: string): AsyncResult<undefined> {
    const group = await files.fileGroup(path);
    if (!group.ok) return group;
    return group.value === null ? ok(undefined) : recall.replace(group.value);
  }

  return {
    begin: () => void begin(),
    get isReady() {
      return isReady;
    },
    async search({ text, limit, sources, exclude }, signal) {
      const ready = await begin();
      return ready.ok ? recall.search({ text, limit, sources, exclude, now: host.now() }, signal) : ready;
    },
    take(event) {
      // Before the index was read nothing of it is behind.
      if (following === null || ending.signal.aborted) return;
      if (event.type === "knowledge-changed") change(() => replaceFile(event.path));
      if (event.type === "session-removed") change(() => recall.remove(event.sessionKey));
      if (event.type !== "message-added" || isPrivateKey(event.sessionKey)) return;
      change(() => hear(event.sessionKey, event.message));
    },
    async [Symbol.asyncDispose]() {
      ending.abort();
      await following;
    },
  };
}
