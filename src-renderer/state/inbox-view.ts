import { createStore } from "zustand/vanilla";
import type { Report } from "../../src-preload/contract/inbox.ts";
import type { InboxFilter } from "../../src-preload/contract/inbox-filters.ts";
import type { InboxItem } from "../../src-preload/contract/inbox-items.ts";
import { text } from "../ui/text.ts";

interface InboxViewState {
  readonly filter: InboxFilter;
  /** The item that keys are about; null before the first of them. */
  readonly current: string | null;
}

interface Needed {
  readonly reports: { dismiss(id: string): Promise<boolean>; restore(id: string): Promise<void> };
  readonly offerUndo: (words: string, undo: () => Promise<void>) => void;
}

/** Which part of the Inbox is shown, and where the keys are in it. */
export function createInboxView({ reports, offerUndo }: Needed) {
  const store = createStore<InboxViewState>(() => ({ filter: "all", current: null }));
  return {
    store,
    show: (filter: InboxFilter): void => store.setState({ filter, current: null }),
    select: (current: string | null): void => store.setState({ current }),
    /** The next one (`by` 1) or the one before (-1) of those that are shown; the first where there was none. */
    move(items: readonly InboxItem[], by: 1 | -1): void {
      const { current } = store.getState();
      const at = items.findIndex(({ id }) => id === current);
      const next = items[at === -1 ? 0 : Math.min(items.length - 1, Math.max(0, at + by))];
      store.setState({ current: next?.id ?? null });
    },
    /** Takes it away, with a way back; the keys go on with its neighbour. */
    async dismiss({ id, title }: Report, items: readonly InboxItem[]): Promise<void> {
      const at = items.findIndex((item) => item.id === id);
      const next = items[at + 1] ?? items[at - 1];
      if (!(await reports.dismiss(id))) return;
      if (store.getState().current === id) store.setState({ current: next?.id ?? null });
      offerUndo(text("inbox.dismissed", { title }), async () => {
        await reports.restore(id);
        store.setState({ current: id });
      });
    },
  };
}

export type InboxView = ReturnType<typeof createInboxView>;
