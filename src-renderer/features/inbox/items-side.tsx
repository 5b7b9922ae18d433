import { Inbox } from "lucide-react";
import { useMemo, useRef } from "react";
import { Virtualizer, type VirtualizerHandle } from "virtua";
import { type InboxFilter, inboxFilters, isShownBy } from "../../../src-preload/contract/inbox-filters.ts";
import type { InboxItem } from "../../../src-preload/contract/inbox-items.ts";
import type { McpAsk } from "../../../src-preload/contract/mcp-asks.ts";
import type { PendingApproval } from "../../../src-preload/contract/session.ts";
import { usePick, useWindow } from "../../state/context.ts";
import { useInboxItems } from "../../state/use-inbox-items.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import noteStyles from "../../ui/note.module.css";
import pageStyles from "../../ui/page.module.css";
import { Segments } from "../../ui/segments.tsx";
import { text } from "../../ui/text.ts";
import styles from "./inbox.module.css";
import { ItemRow } from "./item-row.tsx";
import { LoadFailure } from "./side-state.tsx";
import { useInboxKeys } from "./use-inbox-keys.ts";
import { useInboxParts } from "./use-inbox-parts.ts";
import { useInboxView } from "./use-inbox-view.ts";

interface ItemsProps {
  /** Draws approvals that are decided together; the first has the keys. */
  readonly card: (approvals: readonly PendingApproval[], isFirst: boolean) => React.ReactNode;
  readonly askCard: (ask: McpAsk) => React.ReactNode;
}

/** Everything that waits for the person or was reported, in every chat. */
export function ItemsSide({ card, askCard }: ItemsProps) {
  const { inbox, reports } = useWindow();
  const inboxView = useInboxView();
  const all = useInboxItems();
  const filter = usePick(inboxView.store, (state) => state.filter);
  const told = usePick(reports.store, (state) => state.list);
  const { loading, error } = usePick(inbox.store, (state) => state);
  const items = useMemo(() => all.filter((item) => isShownBy(filter, item)), [all, filter]);
  const isBusy = loading || told.kind === "loading";
  const isEmpty = items.length === 0 && !isBusy && error === null && told.kind !== "failed";
  const page = useRef<HTMLDivElement>(null);
  return (
    <>
      <div className={styles.sides}>
        <Segments
          label={text("inbox.filters")}
          value={filter}
          choices={inboxFilters.map((one) => [one, `inbox.filter.${one}`] as const)}
          counts={countsOf(all)}
          onChoose={inboxView.show}
        />
      </div>
      <div
        ref={page}
        className={isEmpty ? `${pageStyles.page} ${pageStyles.isCentred}` : `${pageStyles.page} ${styles.items}`}
        aria-busy={isBusy}
      >
        {isEmpty ? <NothingThere filter={filter} /> : null}
        <div className={`${pageStyles.column} ${styles.troubles}`}>
          {error === null ? null : (
            <div className={noteStyles.failed} role="alert">
              <span className="grow">{error}</span>
              <Button size="small" onClick={() => void inbox.load()}>
                {text("action.again")}
              </Button>
            </div>
          )}
          <LoadFailure load={told} onAgain={() => void reports.load()} />
        </div>
        {items.length === 0 ? null : <ItemList items={items} page={page} card={card} askCard={askCard} />}
      </div>
    </>
  );
}

/** Before the height of any item is known. */
const drawnAtOnce = 10;

interface ListProps extends ItemsProps {
  readonly items: readonly InboxItem[];
  /** What scrolls. */
  readonly page: React.RefObject<HTMLDivElement | null>;
}

function ItemList({ items, page, card, askCard }: ListProps) {
  const inboxView = useInboxView();
  const { threads } = useInboxParts();
  const current = usePick(inboxView.store, (state) => state.current);
  const open = usePick(threads.store, (state) => state.open);
  const drawn = useRef<VirtualizerHandle>(null);
  const list = useRef<HTMLDivElement>(null);
  const indexOf = (id: string | null): number => items.findIndex((item) => item.id === id);
  useInboxKeys({
    items,
    list,
    scrollTo: (id) => drawn.current?.scrollToIndex(indexOf(id), { align: "nearest" }),
  });
  const isAsked = (item: InboxItem | undefined): boolean => item?.kind === "approval";
  const keyed = isAsked(items[indexOf(current)]) ? current : (items.find(isAsked)?.id ?? null);
  const stop = items[indexOf(current)]?.id ?? items[0]?.id;
  return (
    <div ref={list} role="list" aria-label={text("inbox.all")}>
      <Virtualizer
        ref={drawn}
        scrollRef={page}
        ssrCount={Math.min(items.length, drawnAtOnce)}
        keepMounted={[indexOf(current), indexOf(open)].filter((index) => index >= 0)}
      >
        {items.map((item) => (
          <div
            key={item.id}
            role="listitem"
            className={`${pageStyles.column} ${styles.item}`}
            data-key={item.id}
            {...(item.id === keyed ? { "data-decides": "" } : {})}
            tabIndex={item.id === stop ? 0 : -1}
            onFocus={({ target }) => target.matches(":focus-visible") && inboxView.select(item.id)}
          >
            <ItemRow
              item={item}
              items={items}
              card={(approvals) => card(approvals, item.id === keyed)}
              askCard={askCard}
            />
          </div>
        ))}
      </Virtualizer>
    </div>
  );
}

function countsOf(items: readonly InboxItem[]): Readonly<Record<InboxFilter, number>> {
  const count = (filter: InboxFilter): number => items.filter((item) => isShownBy(filter, item)).length;
  return {
    all: items.length,
    waiting: count("waiting"),
    results: count("results"),
    problems: count("problems"),
    news: count("news"),
  };
}

function NothingThere({ filter }: { readonly filter: InboxFilter }) {
  const { newChat } = useWindow();
  return (
    <EmptyState icon={Inbox} title={text(`inbox.emptyTitle.${filter}`)} words={text(`inbox.emptyWords.${filter}`)}>
      {filter === "all" ? <Button onClick={newChat}>{text("chat.new")}</Button> : null}
    </EmptyState>
  );
}
