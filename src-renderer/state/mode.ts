import type { ApprovalMode } from "../../src-preload/contract/records.ts";
import type { WindowState } from "./window-state.ts";

/** What is in force in the open chat: its own choice, or the default. */
export function modeOfChat({ chat, agent }: Pick<WindowState, "chat" | "agent">): ApprovalMode {
  const open = chat.store.getState();
  const own = open.kind === "open" ? open.facts.mode : null;
  return own ?? agent.store.getState().settings?.approvals.mode ?? "ask";
}
