import type { SessionKey } from "../../src-preload/contract/ids.ts";
import type { SessionSummary } from "../../src-preload/contract/session.ts";
import { isPrivateKey } from "../../src-preload/contract/session-key.ts";
import type { AgentClient } from "../client/agent-client.ts";
import { text } from "../ui/text.ts";
import { isDone, type Notify } from "./notices.ts";

interface Needed {
  readonly client: AgentClient;
  readonly notify: Notify;
  /** Whether this private chat may go now; the person may be asked. */
  readonly mayClose: (row: SessionSummary) => Promise<boolean>;
}

/** Chats that are put away, one or many at once: into the trash or the archive, and back while the person wants that. */
export function createPutAway({ client, notify, mayClose }: Needed) {
  /** Takes the last one back. */
  let undoLast: (() => Promise<void>) | null = null;

  function tell(words: string, undo: () => Promise<void>): void {
    const once = async (): Promise<void> => {
      if (undoLast === once) undoLast = null;
      await undo();
    };
    undoLast = once;
    notify(words, "plain", { label: text("action.undo"), run: () => void once() });
  }

  async function setArchived(rows: readonly SessionSummary[], archived: boolean): Promise<readonly SessionSummary[]> {
    const done: SessionSummary[] = [];
    for (const row of rows) {
      const updated = await client.request("session.update", { sessionKey: row.key, patch: { archived } });
      if (isDone(updated, notify)) done.push(row);
    }
    return done;
  }

  return {
    /** Moves into the trash; answers those that are gone from the list. `onBack`: one of them is back, because that was wanted. */
    async removeAll(
      rows: readonly SessionSummary[],
      onBack: (key: SessionKey) => void = nothing,
    ): Promise<readonly SessionKey[]> {
      const gone: { readonly row: SessionSummary; readonly trashId: string }[] = [];
      for (const row of rows) {
        if (isPrivateKey(row.key) && !(await mayClose(row))) continue;
        const removed = await client.request("session.remove", { sessionKey: row.key });
        if (isDone(removed, notify)) gone.push({ row, trashId: removed.value.trashId });
      }
      const kept = gone.filter(({ trashId }) => trashId !== "");
      const words = countWords(
        kept.map(({ row }) => row),
        "chat.removed",
        "chats.removedMany",
      );
      const wordless = gone.filter(({ trashId }) => trashId === "").map(({ row }) => row);
      if (wordless.some(({ key }) => isPrivateKey(key))) notify(text("chat.privateClosed"));
      else if (wordless.length > 0) notify(countWords(wordless, "chat.removed", "chats.removedMany"));
      if (kept.length > 0) {
        tell(words, async () => {
          for (const { row, trashId } of kept) {
            if (isDone(await client.request("session.restore", { sessionKey: row.key, trashId }), notify))
              onBack(row.key);
          }
        });
      }
      return gone.map(({ row }) => row.key);
    },
    /** Into the archive, or out of it. */
    async archiveAll(rows: readonly SessionSummary[], archived: boolean): Promise<void> {
      const done = await setArchived(rows, archived);
      if (done.length === 0) return;
      const words = archived
        ? countWords(done, "chat.archived", "chats.archivedMany")
        : countWords(done, "chat.unarchived", "chats.unarchivedMany");
      tell(words, async () => void (await setArchived(done, !archived)));
    },
    /** Tells of something that was put away elsewhere, and offers to take it back in the same way. */
    offerUndo: tell,
    /** Takes back what was put away last. */
    undo: (): void => void undoLast?.(),
    canUndo: (): boolean => undoLast !== null,
  };
}

function nothing(): void {}

type One = "chat.removed" | "chat.archived" | "chat.unarchived";
type Many = "chats.removedMany" | "chats.archivedMany" | "chats.unarchivedMany";

function countWords(rows: readonly SessionSummary[], one: One, many: Many): string {
  const [first] = rows;
  return rows.length === 1 && first !== undefined
    ? text(one, { title: first.title })
    : text(many, { count: rows.length });
}
