import { Archive, Search, SquarePen } from "lucide-react";
import { useMemo, useRef } from "react";
import { VList } from "virtua";
import { useIsUp, usePick, useWindow } from "../../state/context.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { keyWords } from "../../ui/keys.ts";
import listStyles from "../../ui/list.module.css";
import noteStyles from "../../ui/note.module.css";
import { text } from "../../ui/text.ts";
import { useFocus } from "../../ui/use-focus.ts";
import { useNow } from "../../ui/use-now.ts";
import { ChatRow } from "./chat-row.tsx";
import { groupChats } from "./group-chats.ts";

const minuteMs = 60_000;

/** The list of chats, with its search. */
export function ChatsList() {
  const { chats, chat, newChat } = useWindow();
  const { rows, loading, error, query, archived } = usePick(chats.store, (state) => state);
  const current = usePick(chat.store, (state) => (state.kind === "none" ? null : state.key));
  const isUp = useIsUp();
  const now = useNow(minuteMs);
  const groups = useMemo(() => groupChats(rows, { now, isUp }), [rows, now, isUp]);
  return (
    <aside className={listStyles.list} aria-label={text("chats.title")}>
      <div className={listStyles.head}>
        <h2 className="grow">{text(archived ? "chats.archivedTitle" : "chats.title")}</h2>
        <IconButton
          label={text(archived ? "chats.showCurrent" : "chats.showArchived")}
          aria-pressed={archived}
          onClick={() => void chats.showArchived(!archived)}
        >
          <Archive className="icon" aria-hidden="true" />
        </IconButton>
        <IconButton label={text("chats.new")} keys={keyWords("Mod+N")} onClick={newChat}>
          <SquarePen className="icon" aria-hidden="true" />
        </IconButton>
      </div>
      <ChatSearch />
      {error === null ? null : (
        <div className={`${noteStyles.failed} ${listStyles.trouble}`}>
          <span className="grow">{error}</span>
          <Button size="small" onClick={() => void chats.load()}>
            {text("action.again")}
          </Button>
        </div>
      )}
      <div className={listStyles.scroll} role="list" aria-label={text("place.chats")} aria-busy={loading === "loading"}>
        {rows.length === 0 && loading === "ready" ? (
          <div role="listitem" className={`${listStyles.empty} meta small`}>
            {text(query === "" ? (archived ? "chats.noneArchived" : "chats.none") : "chats.noneFound", { query })}
          </div>
        ) : (
          <VList onScrollEnd={() => void chats.loadMore()}>
            {groups.flatMap((group) => [
              <div key={group.title} role="presentation" className={listStyles.section}>
                {text(group.title)}
                {group.counts ? <span className={listStyles.count}>{group.rows.length}</span> : null}
              </div>,
              ...group.rows.map((row) => (
                <div key={row.key} role="listitem">
                  <ChatRow row={row} isCurrent={row.key === current} isUp={isUp} now={now} />
                </div>
              )),
            ])}
          </VList>
        )}
      </div>
    </aside>
  );
}

function ChatSearch() {
  const { chats } = useWindow();
  const query = usePick(chats.store, (state) => state.query);
  const asked = usePick(chats.store, ({ searchAsked }) => searchAsked);
  const field = useRef<HTMLInputElement>(null);
  useFocus(field, { asked, atFirst: false });
  return (
    <label className="search">
      <Search className="icon icon-small" aria-hidden="true" />
      <span className="screen-reader">{text("chats.search")}</span>
      <input
        ref={field}
        type="search"
        value={query}
        placeholder={text("chats.search")}
        onChange={(event) => void chats.search(event.target.value)}
      />
      <kbd aria-hidden="true">{keyWords("Shift+Mod+F")}</kbd>
    </label>
  );
}
