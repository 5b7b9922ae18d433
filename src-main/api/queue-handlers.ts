import type { ContractError } from "../../src-preload/contract/errors.ts";
import type { SessionKey } from "../../src-preload/contract/ids.ts";
import type { QueuedMessage } from "../../src-preload/contract/records.ts";
import { ok, type Result } from "../../src-preload/contract/result.ts";
import type { AgentLoop } from "../agent/agent-loop.ts";
import type { SessionRunner } from "../agent/session-runner.ts";
import type { DomainHandlers } from "./router.ts";

type Changed = Result<readonly QueuedMessage[], ContractError>;

export function createQueueHandlers(loop: AgentLoop): DomainHandlers<"queue"> {
  async function change(key: SessionKey, work: (runner: SessionRunner) => Promise<Changed>) {
    const changed = await loop.use(key, work);
    return changed.ok ? ok({ queue: changed.value }) : changed;
  }

  return {
    "queue.remove": ({ sessionKey, messageId }) =>
      change(sessionKey, ({ queue, session }) =>
        queue.reorder(session.queue.map((entry) => entry.id).filter((id) => id !== messageId)),
      ),
    "queue.edit": ({ sessionKey, messageId, text }) => change(sessionKey, ({ queue }) => queue.edit(messageId, text)),
    "queue.order": ({ sessionKey, messageIds }) => change(sessionKey, ({ queue }) => queue.reorder(messageIds)),
    "queue.pause": ({ sessionKey, paused }) =>
      change(sessionKey, async (runner) => {
        runner.queue.pause(paused);
        if (!paused) await runner.startNext();
        return ok(runner.session.queue);
      }),
  };
}
