import "../../ui/later-words.ts";
import { type KeyboardEvent, useEffect, useRef } from "react";
import { usePick, useWindow } from "../../state/context.ts";
import { keyOfHit, type SaidBy, type SaidWhen } from "../../state/message-search.ts";
import { Bones } from "../../ui/bones.tsx";
import { Button } from "../../ui/button.tsx";
import { ChoiceMenu } from "../../ui/choice-menu.tsx";
import listStyles from "../../ui/list.module.css";
import noteStyles from "../../ui/note.module.css";
import { type TextKey, text } from "../../ui/text.ts";
import { minuteMs, useNow } from "../../ui/use-now.ts";
import { useRoving } from "../../ui/use-roving.ts";
import styles from "./found-messages.module.css";
import { FoundRow } from "./found-row.tsx";

/** The next page is asked for when so little is left below, in pixels. */
const nearEnd = 400;

/** What was said in all chats, below the chats that are found by their names. */
export function FoundMessages() {
  return (
    <section className={styles.found} aria-label={text("found.title")}>
      <div className={listStyles.section}>{text("found.title")}</div>
      <Filters />
      <State />
      <Rows />
    </section>
  );
}

const byChoices = [
  { value: "anyone", label: text("found.byAnyone") },
  { value: "user", label: text("found.byYou") },
  { value: "assistant", label: text("found.byPerch") },
] as const satisfies readonly { readonly value: SaidBy; readonly label: string }[];
const whenChoices = [
  { value: "any", label: text("found.anyTime") },
  { value: "week", label: text("found.week") },
  { value: "month", label: text("found.month") },
  { value: "year", label: text("found.year") },
] as const satisfies readonly { readonly value: SaidWhen; readonly label: string }[];
const chatChoices = [
  { value: "all", label: text("found.allChats") },
  { value: "one", label: text("found.oneChat") },
] as const;

function Filters() {
  const { messageSearch, chat } = useWindow();
  const { by, when, chat: one } = usePick(messageSearch.store, ({ filters }) => filters);
  const hasOpen = usePick(chat.store, ({ kind }) => kind === "open");
  const where = one === null ? "all" : "one";
  return (
    <div className={styles.filters}>
      <Filter
        label="found.when"
        value={when}
        choices={whenChoices}
        onChoose={(value) => void messageSearch.narrow({ when: value })}
      />
      <Filter
        label="found.by"
        value={by}
        choices={byChoices}
        onChoose={(value) => void messageSearch.narrow({ by: value })}
      />
      {hasOpen || one !== null ? (
        <Filter
          label="found.where"
          value={where}
          choices={chatChoices}
          onChoose={(value) =>
            void (value === "all" ? messageSearch.narrow({ chat: null }) : messageSearch.narrowToOpen())
          }
        />
      ) : null}
    </div>
  );
}

interface FilterProps<Value extends string> {
  readonly label: TextKey;
  readonly value: Value;
  readonly choices: readonly { readonly value: Value; readonly label: string }[];
  readonly onChoose: (value: Value) => void;
}

function Filter<Value extends string>({ label, value, choices: all, onChoose }: FilterProps<Value>) {
  const shown = all.find((choice) => choice.value === value)?.label ?? "";
  return <ChoiceMenu label={text(label)} icon={null} value={value} shown={shown} choices={all} onChoose={onChoose} />;
}

/** Why there is nothing, or not all: an error, an index that is not whole yet, words that nobody said. */
function State() {
  const { messageSearch } = useWindow();
  const { loading, error, making, hits, query } = usePick(messageSearch.store, (state) => state);
  if (error !== null) {
    return (
      <div className={`${noteStyles.failed} ${listStyles.trouble}`} role="alert">
        <span className="grow">{error}</span>
        <Button size="small" onClick={() => void messageSearch.again()}>
          {text("action.again")}
        </Button>
      </div>
    );
  }
  return (
    <div className={styles.state} role="status">
      {making === null ? null : <p className="meta small">{text("found.making", { ...making })}</p>}
      {loading === "ready" && hits.length === 0 ? <p className="meta small">{text("found.none", { query })}</p> : null}
      {loading === "loading" && hits.length === 0 ? <Bones rows={3} /> : null}
      {loading === "ready" && hits.length > 0 ? (
        <span className="screen-reader">
          {text(hits.length === 1 ? "found.one" : "found.many", { count: hits.length })}
        </span>
      ) : null}
    </div>
  );
}

function Rows() {
  const { messageSearch, soughtMessage } = useWindow();
  const { hits, words, opened, isBack } = usePick(messageSearch.store, (state) => state);
  const now = useNow(minuteMs);
  const list = useRef<HTMLDivElement>(null);
  const keys = hits.map(keyOfHit);
  const roving = useRoving(list, {
    keys,
    nameOf: (key) => hits[keys.indexOf(key)]?.title ?? "",
    preferred: opened,
  });
  const focus = useRef(roving.focus);
  focus.current = roving.focus;
  useEffect(() => {
    if (!isBack || opened === null) return;
    messageSearch.setBack(false);
    focus.current(opened);
  }, [messageSearch, isBack, opened]);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === "Enter") return;
    roving.onKeyDown(event);
  };
  return (
    <div
      ref={list}
      className={listStyles.scroll}
      role="list"
      aria-label={text("found.title")}
      onFocus={roving.onFocus}
      onKeyDown={onKeyDown}
      onScroll={({ currentTarget }) => {
        const { scrollHeight, scrollTop, clientHeight } = currentTarget;
        if (scrollHeight - scrollTop - clientHeight < nearEnd) void messageSearch.more();
      }}
    >
      {hits.map((hit, at) => (
        <div key={keys[at]} role="listitem">
          <FoundRow
            hit={hit}
            now={now}
            isStop={keys[at] === roving.stop}
            isOpened={keys[at] === opened}
            onOpen={() => void soughtMessage.open(hit, words)}
          />
        </div>
      ))}
    </div>
  );
}
