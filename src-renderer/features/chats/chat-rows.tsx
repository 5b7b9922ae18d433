import { type CSSProperties, useMemo, useRef, useState } from "react";
import { VList, type VListHandle } from "virtua";
import type { SessionKey } from "../../../src-preload/contract/ids.ts";
import type { SessionSummary } from "../../../src-preload/contract/session.ts";
import { useIsUp, usePick, useWindow } from "../../state/context.ts";
import { pageOf } from "../../state/place.ts";
import { chatTitle } from "../../ui/chat-title.ts";
import listStyles from "../../ui/list.module.css";
import { RenameField } from "../../ui/rename-field.tsx";
import { text } from "../../ui/text.ts";
import { minuteMs, useNow } from "../../ui/use-now.ts";
import { useRoving } from "../../ui/use-roving.ts";
import { ChatRow } from "./chat-row.tsx";
import styles from "./chats-list.module.css";
import { type ChatGroup, type GroupedRow, groupChats, holdGroups, withAsking } from "./group-chats.ts";
import { type MenuAt, RowMenu } from "./row-menu.tsx";
import { meantBy, useListKeys } from "./use-list-keys.ts";

/** As high as a row is, or the head of a group, at most. */
const rowPixels = 38;

interface ChatRowsProps {
  /** What was said is told below them: they take no more room than they need. */
  readonly isBrief: boolean;
}

/** The chats in their groups: one stop of Tab, arrows and letters lead through them. */
export function ChatRows({ isBrief }: ChatRowsProps) {
  const { chats, chat, chatActs, place } = useWindow();
  const loading = usePick(chats.store, (state) => state.loading);
  const current = usePick(chat.store, (state) => (state.kind === "none" ? null : state.key));
  // The list stands beside other pages as well.
  const isChatShown = usePick(place.store, (state) => pageOf(state.place) === "chats");
  const renaming = usePick(chatActs.store, (state) => (state.renaming?.at === "list" ? state.renaming.key : null));
  const [isUp, now] = [useIsUp(), useNow(minuteMs)];
  const { groups, hold } = useSteadyGroups({ now, isUp, current });
  const [menu, setMenu] = useState<MenuAt | null>(null);
  const [list, drawn] = [useRef<HTMLDivElement>(null), useRef<VListHandle>(null)];
  const flat = groups.flatMap((group) => [null, ...group.rows.map(({ row }) => row)]);
  const indexOf = (key: string | null): number => flat.findIndex((row) => row?.key === key);
  const rows = flat.filter((row) => row !== null);
  const roving = useRoving(list, {
    keys: rows.map(({ key }) => key),
    nameOf: (key) => chatTitle(rows.find((row) => row.key === key)?.title ?? ""),
    preferred: current,
    scrollTo: (key) => drawn.current?.scrollToIndex(indexOf(key), { align: "nearest" }),
  });
  const keys = useListKeys({ rows, roving, onMenu: (key, at) => setMenu({ key, ...at }) });
  const rowOf = (grouped: GroupedRow) =>
    grouped.row.key === renaming ? (
      <RenamedRow row={grouped.row} onKeysDone={roving.focus} />
    ) : (
      <ChatRow
        {...grouped}
        isCurrent={isChatShown && grouped.row.key === current}
        isChosen={keys.chosen.has(grouped.row.key)}
        isStop={grouped.row.key === roving.stop}
        isUp={isUp}
        now={now}
      />
    );
  return (
    <div
      ref={list}
      className={isBrief ? `${listStyles.scroll} ${styles.brief}` : listStyles.scroll}
      style={isBrief ? heightOf(rows.length + groups.length) : undefined}
      role="list"
      aria-label={text("place.chats")}
      aria-busy={loading === "loading"}
      onFocus={roving.onFocus}
      {...keys.listeners}
      {...hold}
    >
      {rows.length === 0 && loading === "ready" ? (
        <NoChats />
      ) : (
        <VList
          ref={drawn}
          keepMounted={[indexOf(roving.stop), indexOf(renaming)].filter((index) => index >= 0)}
          onScrollEnd={() => void chats.loadMore()}
        >
          {groups.flatMap((group) => [
            <GroupHead key={group.title} group={group} />,
            ...group.rows.map((grouped) => (
              <div key={grouped.row.key} role="listitem">
                {rowOf(grouped)}
              </div>
            )),
          ])}
        </VList>
      )}
      <RowMenu
        at={menu}
        rows={menu === null ? [] : meantBy(menu.key, rows, keys.chosen)}
        onRemove={(meant) => void keys.putAway(meant)}
        onClose={() => setMenu(null)}
        onLeave={roving.focus}
      />
    </div>
  );
}

/** As high as so many rows are; nothing for none, which is a sentence. */
function heightOf(rows: number): CSSProperties {
  return rows === 0 ? {} : { height: rows * rowPixels };
}

function GroupHead({ group }: { readonly group: ChatGroup }) {
  return (
    <div role="presentation" className={listStyles.section}>
      {text(group.title)}
      {group.counts ? <span className={listStyles.count}>{group.rows.length}</span> : null}
    </div>
  );
}

function NoChats() {
  const { chats } = useWindow();
  const { query, filter } = usePick(chats.store, (state) => state);
  const none = filter === "archived" ? "chats.noneArchived" : "chats.none";
  return (
    <div role="listitem" className={`${listStyles.empty} meta small`}>
      {text(query === "" ? none : "chats.noneFound", { query })}
    </div>
  );
}

interface RenamedRowProps {
  readonly row: SessionSummary;
  /** Enter or Escape ended it. */
  readonly onKeysDone: (key: string) => void;
}

function RenamedRow({ row, onKeysDone }: RenamedRowProps) {
  const { chatActs } = useWindow();
  return (
    <div className={styles.renaming}>
      <RenameField
        title={row.title}
        onSave={(name) => void chatActs.rename(row.key, name)}
        onDone={(how) => {
          chatActs.endRename();
          if (how === "keys") onKeysDone(row.key);
        }}
      />
    </div>
  );
}

interface Moment {
  readonly now: number;
  readonly isUp: boolean;
  readonly current: SessionKey | null;
}

/** The groups, which stay as they are while the pointer is over them: nothing moves under it. */
function useSteadyGroups({ now, isUp, current }: Moment) {
  const { asks, chats, inbox } = useWindow();
  const listed = usePick(chats.store, (state) => state.rows);
  const approvals = usePick(inbox.store, (state) => state.approvals);
  const asked = usePick(asks.store, (state) => state.asks);
  const rows = useMemo(() => withAsking(listed, approvals, asked), [listed, approvals, asked]);
  const settled = usePick(chats.store, (state) => state.settled);
  const shown = usePick(chats.store, ({ filter, query }) => `${filter} ${query}`);
  const [isHeld, setHeld] = useState(false);
  const last = useRef<{ readonly shown: string; readonly groups: readonly ChatGroup[] }>({ shown, groups: [] });
  const groups = useMemo(() => {
    const next = groupChats(rows, { now, isUp, current, settled });
    const groupsNow = isHeld && last.current.shown === shown ? holdGroups(last.current.groups, next) : next;
    last.current = { shown, groups: groupsNow };
    return groupsNow;
  }, [rows, now, isUp, current, settled, shown, isHeld]);
  const hold = { onPointerEnter: () => setHeld(true), onPointerLeave: () => setHeld(false) };
  return { groups, hold };
}
