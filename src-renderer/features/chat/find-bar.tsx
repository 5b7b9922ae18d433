import { ChevronDown, ChevronUp, Search, X } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef } from "react";
import { usePick, useWindow } from "../../state/context.ts";
import type { FindState } from "../../state/find.ts";
import { IconButton } from "../../ui/button.tsx";
import { giveFocusBack, rememberFocus } from "../../ui/focus-back.ts";
import { isComposing, keyWords } from "../../ui/keys.ts";
import { text } from "../../ui/text.ts";
import styles from "./find-bar.module.css";

/** Words in the open chat: how often they stand there, and the way from one place to the next. */
export function FindBar() {
  const isOpen = usePick(useWindow().find.store, (state) => state.isOpen);
  return isOpen ? <OpenBar /> : null;
}

function OpenBar() {
  const { find } = useWindow();
  const state = usePick(find.store, (now) => now);
  const field = useRef<HTMLInputElement>(null);
  const { focusAsked } = state;
  useEffect(() => {
    if (focusAsked === 0) return;
    rememberFocus();
    field.current?.focus();
    field.current?.select();
  }, [focusAsked]);
  useEffect(() => () => giveFocusBack(), []);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (isComposing(event.nativeEvent)) return;
    if (event.key === "Escape") find.close();
    else if ((event.key === "Enter" && event.target === field.current) || event.key === "F3") {
      void find.go(event.shiftKey ? -1 : 1);
    } else return;
    event.preventDefault();
  };
  const hasNone = state.hits.length === 0;
  return (
    <div className={styles.bar} data-floating="" role="search" aria-label={text("find.title")} onKeyDown={onKeyDown}>
      <label className={`search ${styles.field}`}>
        <Search className="icon icon-small" aria-hidden="true" />
        <span className="screen-reader">{text("find.title")}</span>
        <input
          ref={field}
          value={state.query}
          maxLength={500}
          dir="auto"
          placeholder={text("find.title")}
          onChange={(event) => void find.ask(event.target.value)}
        />
      </label>
      <span className={`${styles.count} meta small number`} role="status">
        {countWords(state)}
      </span>
      <IconButton
        size="small"
        label={text("find.previous")}
        keys={keyWords("Shift+Enter")}
        disabled={hasNone}
        onClick={() => void find.go(-1)}
      >
        <ChevronUp className="icon" aria-hidden="true" />
      </IconButton>
      <IconButton
        size="small"
        label={text("find.next")}
        keys={keyWords("Enter")}
        disabled={hasNone}
        onClick={() => void find.go(1)}
      >
        <ChevronDown className="icon" aria-hidden="true" />
      </IconButton>
      <IconButton size="small" label={text("action.close")} keys={keyWords("Escape")} onClick={find.close}>
        <X className="icon" aria-hidden="true" />
      </IconButton>
    </div>
  );
}

function countWords({ query, hits, at, isCut, isBusy, error }: FindState): string {
  if (error !== null) return error;
  if (query.trim() === "") return "";
  if (hits.length === 0) return text(isBusy ? "find.looking" : "find.none");
  return text(isCut ? "find.countCut" : "find.count", { at: at + 1, count: hits.length });
}
