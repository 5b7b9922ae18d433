import type { ApprovalMode } from "../../../src-preload/contract/records.ts";
import { usePick, useWindow } from "../../state/context.ts";

/** What is in force in the open chat: its own choice, or the default. */
export function useMode(): ApprovalMode {
  const { chat, agent } = useWindow();
  const own = usePick(chat.store, (open) => (open.kind === "open" ? open.facts.mode : null));
  const byDefault = usePick(agent.store, (state) => state.settings?.approvals.mode ?? "ask");
  return own ?? byDefault;
}
