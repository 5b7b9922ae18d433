import type { RevertEnd } from "../../src-preload/contract/changes.ts";
import { contractError } from "../../src-preload/contract/errors.ts";
import type { MessageId, SessionKey } from "../../src-preload/contract/ids.ts";
import { type AsyncResult, fail, ok } from "../../src-preload/contract/result.ts";
import type { UndoStore } from "../undo/undo-store.ts";
import { text } from "../words.ts";
import type { DomainHandlers } from "./router.ts";

interface ChangeParts {
  /** Loaded with the first question. */
  readonly store: () => Promise<UndoStore>;
  readonly changed: (sessionKey: SessionKey) => void;
  /** Whether a run of the chat is on, or waits for a decision. */
  readonly isOn: (sessionKey: SessionKey) => Promise<boolean>;
  /** When a message was written, in milliseconds since 1970. */
  readonly timeOf: (sessionKey: SessionKey, messageId: MessageId) => AsyncResult<number>;
}

export function createChangeHandlers({ store, changed, isOn, timeOf }: ChangeParts): DomainHandlers<"changes"> {
  /** A run that is on goes on from what it read: nothing is taken from under it. */
  async function whenIdle(sessionKey: SessionKey, revert: () => AsyncResult<RevertEnd>): AsyncResult<RevertEnd> {
    if (await isOn(sessionKey)) return fail(contractError("busy", text("undo.runIsOn")));
    const end = await revert();
    if (end.ok && end.value.reverted.length > 0) changed(sessionKey);
    return end;
  }
  return {
    "changes.list": async ({ sessionKey, ...asked }) => (await store()).list(sessionKey, asked),
    "changes.diff": async ({ sessionKey, ...asked }) => (await store()).diff(sessionKey, asked),
    "changes.revert": async ({ sessionKey, runIds, paths }) =>
      whenIdle(sessionKey, async () => (await store()).revert(sessionKey, runIds, paths ?? "not-kept")),
    "changes.revertHunks": async ({ sessionKey, ...asked }) =>
      whenIdle(sessionKey, async () => (await store()).revertHunks(sessionKey, asked)),
    async "changes.restore"({ sessionKey, messageId }) {
      const time = await timeOf(sessionKey, messageId);
      if (!time.ok) return time;
      return whenIdle(sessionKey, async () => {
        const opened = await store();
        const runs = await opened.runsSince(sessionKey, time.value);
        return runs.ok ? opened.revert(sessionKey, runs.value, "all") : runs;
      });
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
