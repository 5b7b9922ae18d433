import { EyeOff, ListFilter, Search, SquarePen } from "lucide-react";
import { Suspense, useRef } from "react";
import type { ChatFilter } from "../../state/chats.ts";
import { usePick, useWindow } from "../../state/context.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { ChoiceMenu } from "../../ui/choice-menu.tsx";
import { isComposing, keyWords } from "../../ui/keys.ts";
import { laterPart } from "../../ui/later.ts";
import listStyles from "../../ui/list.module.css";
import noteStyles from "../../ui/note.module.css";
import { type TextKey, text } from "../../ui/text.ts";
import { useFocus } from "../../ui/use-focus.ts";
import { ChatRows } from "./chat-rows.tsx";
import styles from "./chats-list.module.css";
import { ChosenBar } from "./chosen-bar.tsx";

const FoundMessages = laterPart(() => import("./found-messages.tsx")).component((part) => part.FoundMessages);
const TrashList = laterPart(() => import("./trash-list.tsx")).component((part) => part.TrashList);

/** The list of chats, with its search; also the archive and the trash. */
export function ChatsList() {
  const { chats } = useWindow();
  const error = usePick(chats.store, (state) => state.error);
  const isSearch = usePick(chats.store, ({ query }) => query.trim() !== "");
  const isTrash = usePick(chats.store, ({ filter }) => filter === "trash");
  return (
    <aside className={listStyles.list} aria-label={text("chats.title")}>
      <ListHead />
      {isTrash ? (
        <Suspense>
          <TrashList />
        </Suspense>
      ) : (
        <>
          <ChatSearch />
          {error === null ? null : (
            <div className={`${noteStyles.failed} ${listStyles.trouble}`}>
              <span className="grow">{error}</span>
              <Button size="small" onClick={() => void chats.load()}>
                {text("action.again")}
              </Button>
            </div>
          )}
          <ChatRows isBrief={isSearch} />
          {isSearch ? (
            <Suspense>
              <FoundMessages />
            </Suspense>
          ) : null}
          <ChosenBar />
        </>
      )}
    </aside>
  );
}

const filters = [
  { value: "current", label: "chats.filterCurrent" },
  { value: "archived", label: "chats.filterArchived" },
  { value: "trash", label: "chats.filterTrash" },
] as const satisfies readonly { readonly value: ChatFilter; readonly label: TextKey }[];
const filterChoices = filters.map(({ value, label }) => ({ value, label: text(label) }));

function ListHead() {
  const { chats, newChat, newPrivateChat, listOver } = useWindow();
  // The new chat may be where the window is already.
  const begin = (how: () => void): void => {
    listOver.setState({ isOpen: false });
    chats.leaveTrash();
    how();
  };
  const filter = usePick(chats.store, (state) => state.filter);
  return (
    <div className={listStyles.head}>
      <h2 className="grow">{text("chats.title")}</h2>
      <span className={styles.filter}>
        <ChoiceMenu
          label={text("chats.filter")}
          icon={<ListFilter className="icon icon-small" aria-hidden="true" />}
          value={filter}
          shown={filterChoices.find(({ value }) => value === filter)?.label ?? ""}
          choices={filterChoices}
          onChoose={(value) => void chats.show(value)}
        />
      </span>
      <IconButton label={text("chats.newPrivate")} onClick={() => begin(newPrivateChat)}>
        <EyeOff className="icon" aria-hidden="true" />
      </IconButton>
      <IconButton label={text("chats.new")} keys={keyWords("Mod+N")} onClick={() => begin(newChat)}>
        <SquarePen className="icon" aria-hidden="true" />
      </IconButton>
    </div>
  );
}

function ChatSearch() {
  const { chats, messageSearch } = useWindow();
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
        dir="auto"
        maxLength={500}
        onChange={(event) => {
          void chats.search(event.target.value);
          void messageSearch.ask(event.target.value);
        }}
        onKeyDown={(event) => {
          if (event.key !== "ArrowDown" && event.key !== "Enter") return;
          const first = event.currentTarget.closest("aside")?.querySelector<HTMLElement>('[data-key][tabindex="0"]');
          if (first == null || isComposing(event.nativeEvent)) return;
          event.preventDefault();
          if (event.key === "Enter" && query.trim() !== "") first.click();
          else first.focus();
        }}
      />
      <kbd aria-hidden="true">{keyWords("Shift+Mod+F")}</kbd>
    </label>
  );
}
