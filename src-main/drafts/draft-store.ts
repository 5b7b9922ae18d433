import { join } from "node:path";
import { draftChars } from "../../src-preload/contract/bounds.ts";
import type { Draft, KeptDraft } from "../../src-preload/contract/drafts.ts";
import type { SessionKey } from "../../src-preload/contract/ids.ts";
import { type AsyncResult, fail, ok, type Result } from "../../src-preload/contract/result.ts";
import { isPrivateKey } from "../../src-preload/contract/session-key.ts";
import { createLane, type Lane } from "../bus/lane.ts";
import type { Host } from "../host.ts";
import type { Trash } from "../sessions/trash.ts";
import { writeFileAtomic } from "../storage/atomic-file.ts";
import type { FileSystem } from "../storage/file-system.ts";
import { storageError } from "../storage/storage-error.ts";
import { syncFolder } from "../storage/sync-folder.ts";
import { isMissing } from "../thrown.ts";
import { draftNameOf, draftText, type StoredDraft } from "./draft-file.ts";
import { createDraftReader } from "./read-drafts.ts";

export interface DraftStoreOptions {
  readonly host: Pick<Host, "now" | "log">;
  readonly files: FileSystem;
  readonly folder: string;
  readonly backupsFolder: string;
  readonly trash: Pick<Trash, "put" | "takeBack">;
  /** Whether nothing of this chat is on the disk yet. */
  readonly isNew: (key: SessionKey) => Promise<boolean>;
  /** After it is on the disk. */
  readonly onChange: (key: SessionKey, by: string) => void;
}

/** What was typed and not sent, a file a chat. All of it is done one after the other. */
export interface DraftStore extends AsyncDisposable {
  /** The newest first. */
  list(): AsyncResult<readonly KeptDraft[]>;
  read(key: SessionKey): AsyncResult<StoredDraft | null>;
  /** On the disk when this is answered; an empty one takes the file away. Answers when it was saved. */
  save(key: SessionKey, draft: Draft, by: string): AsyncResult<number>;
  /**
   * Sends it. Where that succeeded, what was laid aside last is back, else nothing is left; whoever reads or saves it meanwhile
   * waits, so that nobody takes what is being sent for what was not.
   */
  send<Sent extends Result<unknown, unknown>>(key: SessionKey, by: string, send: () => Promise<Sent>): Promise<Sent>;
  /** It goes with its chat. */
  toTrash(key: SessionKey): Promise<void>;
  /** It comes back with its chat, but not over one that was begun since. */
  fromTrash(key: SessionKey): Promise<void>;
}

/** So many are listed. */
const mostListed = 200;

export function createDraftStore(options: DraftStoreOptions): DraftStore {
  const { host, files, folder, trash, onChange } = options;
  const inOrder = createLane();
  /** Of each chat whose draft was asked for: its message is sent in its lane, which may take longer than the disk does. */
  const lanes = new Map<SessionKey, Lane>();
  const reader = createDraftReader(options);
  const pathOf = (key: SessionKey): string => join(folder, draftNameOf(key));

  function laneOf(key: SessionKey): Lane {
    const lane = lanes.get(key) ?? createLane();
    lanes.set(key, lane);
    return lane;
  }

  async function write(key: SessionKey, draft: Draft, by: string): AsyncResult<number> {
    const savedAt = host.now();
    const done = isNothing(key, draft) ? await takeAway(key) : await put(key, draftText(key, draft, savedAt));
    if (!done.ok) return done;
    onChange(key, by);
    return ok(savedAt);
  }

  async function put(key: SessionKey, content: string): AsyncResult<void> {
    try {
      await files.mkdir(folder, { recursive: true, mode: 0o700 });
    } catch (cause) {
      return fail(storageError(cause, folder));
    }
    return writeFileAtomic(pathOf(key), content, { files, mode: 0o600 });
  }

  async function takeAway(key: SessionKey): AsyncResult<void> {
    try {
      await files.unlink(pathOf(key));
      await syncFolder(files, folder);
      return ok(undefined);
    } catch (cause) {
      return isMissing(cause) ? ok(undefined) : fail(storageError(cause, pathOf(key)));
    }
  }

  /** What goes on in any case is only logged: a chat is not kept back by its draft. */
  function warn(what: string, done: Result<unknown, { readonly code: string; readonly message: string }>): void {
    if (!done.ok && done.error.code !== "not-found") host.log("warn", what, { reason: done.error.message });
  }

  async function sent(key: SessionKey, by: string): Promise<void> {
    const kept = await reader.read(key);
    if (kept.ok && kept.value === null) return;
    warn(
      "the draft of a message that was sent is still there",
      kept.ok ? await write(key, popped(kept.value?.draft), by) : kept,
    );
  }

  return {
    list: () =>
      inOrder(async () => {
        const heads = await reader.heads();
        if (!heads.ok) return heads;
        const newest = heads.value.toSorted((a, b) => b.savedAt - a.savedAt).slice(0, mostListed);
        const rows = newest.map(async ({ key, savedAt, preview }) => {
          return { sessionKey: key, savedAt, preview, isNew: await options.isNew(key) };
        });
        return ok(await Promise.all(rows));
      }),
    read: (key) => laneOf(key)(() => inOrder(() => reader.read(key))),
    save: (key, draft, by) => laneOf(key)(() => inOrder(() => write(key, draft, by))),
    send: (key, by, send) =>
      laneOf(key)(async () => {
        const done = await send();
        if (done.ok) await inOrder(() => sent(key, by));
        return done;
      }),
    toTrash: (key) =>
      inOrder(async () => {
        warn("the draft of a removed chat is still there", await trash.put(pathOf(key), draftNameOf(key), host.now()));
      }),
    fromTrash: (key) =>
      inOrder(async () => {
        const back = await trash.takeBack(pathOf(key), draftNameOf(key));
        if (back.ok) onChange(key, "");
        else if (back.error.code !== "conflict") warn("the draft of a restored chat is still in the trash", back);
      }),
    [Symbol.asyncDispose]: () => inOrder(async () => undefined),
  };
}

const nothing: Draft = { text: "", media: [] };

/** What is typed in a private chat is kept nowhere. */
function isNothing(key: SessionKey, draft: Draft): boolean {
  return isPrivateKey(key) || isEmpty(draft);
}

function isEmpty(draft: Draft): boolean {
  const { media, replaces, aside = [] } = draft;
  return draftChars(draft) === 0 && media.length === 0 && replaces === undefined && aside.length === 0;
}

function popped(draft: Draft = nothing): Draft {
  const aside = draft.aside ?? [];
  const last = aside.at(-1);
  if (last === undefined) return nothing;
  return aside.length === 1 ? last : { ...last, aside: aside.slice(0, -1) };
}
