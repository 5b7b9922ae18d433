import { useWindow } from "../../state/context.ts";
import { createInboxView, type InboxView } from "../../state/inbox-view.ts";
import type { WindowState } from "../../state/window-state.ts";
import { useInboxParts } from "./use-inbox-parts.ts";

/** One a window, made when the page is first drawn. */
const made = new WeakMap<WindowState, InboxView>();

export function useInboxView(): InboxView {
  const state = useWindow();
  const { acts } = useInboxParts();
  const known = made.get(state);
  if (known !== undefined) return known;
  const view = createInboxView({ reports: acts, offerUndo: state.chatActs.offerUndo });
  made.set(state, view);
  return view;
}
