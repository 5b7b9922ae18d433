import type { SessionSummary } from "../../src-preload/contract/session.ts";
import type { AgentClient } from "../client/agent-client.ts";
import type { OverlayControl } from "./overlay.ts";

interface Needed {
  readonly client: AgentClient;
  readonly overlay: Pick<OverlayControl, "open">;
}

/**
 * Whether a private chat may be closed. Where something is lost that is more than words, a run that goes on or the way back of
 * files that were changed, the person is asked.
 */
export function createClosing({ client, overlay }: Needed) {
  return async ({ key, title, state }: SessionSummary): Promise<boolean> => {
    const isOn = state === "running" || state === "waiting" || state === "asks";
    const changed = await client.request("changes.list", { sessionKey: key, limit: 1 });
    const hasChanges = !changed.ok || changed.value.runs.length > 0;
    if (!isOn && !hasChanges) return true;
    return new Promise((resolve) =>
      overlay.open({ kind: "close-private", title, reason: isOn ? "running" : "changes", answer: resolve }),
    );
  };
}
