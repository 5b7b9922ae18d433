import type { ChangedRun, RevertEnd } from "../../src-preload/contract/changes.ts";
import type { MessageId, SessionKey } from "../../src-preload/contract/ids.ts";
import { type AsyncResult, ok } from "../../src-preload/contract/result.ts";
import type { UndoStore } from "../undo/undo-store.ts";
import type { DomainHandlers } from "./router.ts";

interface ChangeParts {
  /** Of a chat; loaded with the first question. */
  readonly store: (sessionKey: SessionKey) => Promise<UndoStore>;
  /** What the copies of all chats that are kept take. */
  readonly space: () => Promise<UndoStore["space"]>;
  readonly changed: (sessionKey: SessionKey) => void;
  /** Takes back where no run of the chat is on, and tells that something was; `busy` else. */
  readonly whenIdle: (sessionKey: SessionKey, revert: () => AsyncResult<RevertEnd>) => AsyncResult<RevertEnd>;
  /** When a message was written, in milliseconds since 1970. */
  readonly timeOf: (sessionKey: SessionKey, messageId: MessageId) => AsyncResult<number>;
}

export function createChangeHandlers({
  store,
  space,
  changed,
  timeOf,
  whenIdle,
}: ChangeParts): DomainHandlers<"changes"> {
  return {
    "changes.list": async ({ sessionKey, ...asked }) => (await store(sessionKey)).list(sessionKey, asked),
    "changes.diff": async ({ sessionKey, ...asked }) => (await store(sessionKey)).diff(sessionKey, asked),
    "changes.revert": async ({ sessionKey, runIds, paths }) =>
      whenIdle(sessionKey, async () => (await store(sessionKey)).revert(sessionKey, runIds, paths ?? "not-kept")),
    "changes.revertHunks": async ({ sessionKey, ...asked }) =>
      whenIdle(sessionKey, async () => (await store(sessionKey)).revertHunks(sessionKey, asked)),
    async "changes.since"({ sessionKey, messageId }) {
      const time = await timeOf(sessionKey, messageId);
      if (!time.ok) return time;
      const opened = await store(sessionKey);
      const since = await opened.runsSince(sessionKey, time.value);
      if (!since.ok) return since;
      const runs: ChangedRun[] = [];
      for (const runId of since.value) {
        const listed = await opened.list(sessionKey, { runId, limit: 1 });
        if (!listed.ok) return listed;
        runs.push(...listed.value.runs);
      }
      return ok({ runs });
    },
    async "changes.restore"({ sessionKey, messageId }) {
      const time = await timeOf(sessionKey, messageId);
      if (!time.ok) return time;
      return whenIdle(sessionKey, async () => {
        const opened = await store(sessionKey);
        const runs = await opened.runsSince(sessionKey, time.value);
        return runs.ok ? opened.revert(sessionKey, runs.value, "all") : runs;
      });
    },
    async "changes.keep"({ sessionKey, ...asked }) {
      const kept = await (await store(sessionKey)).keep(sessionKey, asked);
      if (!kept.ok) return kept;
      changed(sessionKey);
      return ok({});
    },
    "changes.space": async () => ok(await (await space()).describe()),
  };
}
