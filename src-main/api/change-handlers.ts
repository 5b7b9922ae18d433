import type { RevertEnd } from "../../src-preload/contract/changes.ts";
import type { MessageId, SessionKey } from "../../src-preload/contract/ids.ts";
import { type AsyncResult, ok } from "../../src-preload/contract/result.ts";
import type { UndoStore } from "../undo/undo-store.ts";
import type { DomainHandlers } from "./router.ts";

interface ChangeParts {
  /** Loaded with the first question. */
  readonly store: () => Promise<UndoStore>;
  readonly changed: (sessionKey: SessionKey) => void;
  /** When a message was written, in milliseconds since 1970. */
  readonly timeOf: (sessionKey: SessionKey, messageId: MessageId) => AsyncResult<number>;
}

export function createChangeHandlers({ store, changed, timeOf }: ChangeParts): DomainHandlers<"changes"> {
  async function told(sessionKey: SessionKey, reverted: AsyncResult<RevertEnd>): AsyncResult<RevertEnd> {
    const end = await reverted;
    if (end.ok && end.value.reverted.length > 0) changed(sessionKey);
    return end;
  }
  return {
    "changes.list": async ({ sessionKey, ...asked }) => (await store()).list(sessionKey, asked),
    "changes.diff": async ({ sessionKey, ...asked }) => (await store()).diff(sessionKey, asked),
    "changes.revert": async ({ sessionKey, runIds, paths }) =>
      told(sessionKey, (await store()).revert(sessionKey, runIds, paths ?? "not-kept")),
    "changes.revertHunks": async ({ sessionKey, ...asked }) =>
      told(sessionKey, (await store()).revertHunks(sessionKey, asked)),
    async "changes.restore"({ sessionKey, messageId }) {
      const time = await timeOf(sessionKey, messageId);
      if (!time.ok) return time;
      const opened = await store();
      const runs = await opened.runsSince(sessionKey, time.value);
      return runs.ok ? told(sessionKey, opened.revert(sessionKey, runs.value, "all")) : runs;
    },
    async "changes.keep"({ sessionKey, ...asked }) {
      const kept = await (await store()).keep(sessionKey, asked);
      if (!kept.ok) return kept;
      changed(sessionKey);
      return ok({});
    },
    "changes.space": async () => ok(await (await store()).space.describe()),
  };
}
