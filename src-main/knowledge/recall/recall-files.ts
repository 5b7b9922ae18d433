import { parseSessionKey, type SessionKey } from "../../../src-preload/contract/ids.ts";
import type { Message } from "../../../src-preload/contract/records.ts";
import { type AsyncResult, ok } from "../../../src-preload/contract/result.ts";
import type { SessionStore } from "../../sessions/session-store.ts";
import type { RecallEntry, RecallGroup } from "../../storage/recall-calls.ts";
import type { Knowledge } from "../knowledge.ts";
import type { FollowedGroup } from "./recall.ts";
import { createMessageEntries, factEntries, logEntries } from "./recall-groups.ts";

/** Where entries come from: the files of the memory, and the chats. */
export interface RecallFiles {
  /** All there are. */
  groups(): AsyncResult<readonly FollowedGroup[]>;
  /** A file of the knowledge as it is now; null for one whose content is not recalled. */
  fileGroup(path: string): AsyncResult<RecallGroup | null>;
  /** A message that was written just now, for `append`; of a chat that was not read yet all of it, for `replace`. */
  said(key: SessionKey, message: Message): AsyncResult<Said>;
}

interface Said {
  readonly kind: "append" | "replace" | "nothing";
  readonly group: RecallGroup;
}

interface RecallFilesParts {
  readonly sessions: Pick<SessionStore, "messagesOf" | "stamps">;
  readonly knowledge: Pick<Knowledge, "read">;
}

const files = [
  ["memory/MEMORY.md", factEntries],
  ["memory/HISTORY.md", logEntries],
] as const;
/** Chats that no person has. */
const ownChannels: ReadonlySet<string> = new Set(["cron", "subagent", "heartbeat", "system"]);
/** Of a chat that goes on: at the next start it is read anew. */
const liveStamp = "live";

export function createRecallFiles({ sessions, knowledge }: RecallFilesParts): RecallFiles {
  /** They know whether their chat has read text of strangers. */
  const readers = new Map<SessionKey, ReturnType<typeof createMessageEntries>>();

  async function contentOf(path: string): AsyncResult<{ readonly text: string; readonly version: string }> {
    const file = await knowledge.read(path);
    if (file.ok || file.error.code !== "not-found") return file;
    return ok({ text: "", version: "none" });
  }

  async function chatEntries(key: SessionKey): AsyncResult<readonly RecallEntry[]> {
    const entries: RecallEntry[] = [];
    const reader = createMessageEntries(key);
    const read = await sessions.messagesOf(key, (message) => entries.push(...reader(message)));
    if (!read.ok) return read;
    readers.set(key, reader);
    return ok(entries);
  }

  return {
    async groups() {
      const found: FollowedGroup[] = [];
      for (const [path, read] of files) {
        const content = await contentOf(path);
        if (!content.ok) return content;
        const { text, version } = content.value;
        found.push({ group: path, stamp: version, read: async () => ok(read(text)) });
      }
      const stamps = await sessions.stamps();
      if (!stamps.ok) return stamps;
      for (const [key, stamp] of stamps.value) {
        if (!isOwn(key)) found.push({ group: key, stamp, read: () => chatEntries(key) });
      }
      return ok(found);
    },
    async fileGroup(path) {
      const known = files.find(([name]) => name === path);
      if (known === undefined) return ok(null);
      const content = await contentOf(path);
      if (!content.ok) return content;
      return ok({ group: path, stamp: content.value.version, entries: known[1](content.value.text) });
    },
    async said(key, message) {
      const group = (entries: readonly RecallEntry[]) => ({ group: key, stamp: liveStamp, entries });
      if (isOwn(key)) return ok({ kind: "nothing", group: group([]) });
      const reader = readers.get(key);
      if (reader !== undefined) {
        const entries = reader(message);
        return ok({ kind: entries.length === 0 ? "nothing" : "append", group: group(entries) });
      }
      // Whether strangers were read before it stands in the whole chat alone; the message is in it.
      const all = await chatEntries(key);
      return all.ok ? ok({ kind: "replace", group: group(all.value) }) : all;
    },
  };
}

function isOwn(key: SessionKey): boolean {
  return ownChannels.has(parseSessionKey(key).channel);
}
