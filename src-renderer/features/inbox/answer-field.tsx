import { type KeyboardEvent, useEffect, useRef } from "react";
import type { Report } from "../../../src-preload/contract/inbox.ts";
import { revealLine } from "../../../src-preload/contract/reveal-controls.ts";
import { usePick, useWindow } from "../../state/context.ts";
import { Button } from "../../ui/button.tsx";
import { isComposing } from "../../ui/keys.ts";
import menuStyles from "../../ui/menu.module.css";
import { text } from "../../ui/text.ts";
import { TextArea } from "../../ui/text-area.tsx";
import { useCombobox } from "../../ui/use-combobox.ts";
import styles from "./thread.module.css";
import { useInboxParts } from "./use-inbox-parts.ts";

/** An `@` and the beginning of a name, at the beginning of an answer. */
const beginning = /^@([\p{L}\p{M}\p{N}_-]*)$/u;

/** Where a report is answered: Enter sends, Escape goes back to the list. */
export function AnswerField({ report: { id, title } }: { readonly report: Report }) {
  const { threads } = useInboxParts();
  // Read again once they are known.
  usePick(useWindow().profiles.store, (state) => state.usable);
  const words = usePick(threads.store, (state) => state.words[id] ?? "");
  const isSending = usePick(threads.store, ({ sending }) => sending.includes(id));
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    field.current?.focus({ preventScroll: true });
    // The list learns in the next frame how high the row is with the thread.
    const frame = requestAnimationFrame(() => field.current?.form?.scrollIntoView({ block: "nearest" }));
    return () => cancelAnimationFrame(frame);
  }, []);
  const typed = beginning.exec(words)?.[1];
  const names = typed === undefined ? [] : threads.profilesFor(typed).filter((name) => name !== typed);
  const box = useCombobox<string>({
    items: names,
    keyOf: (name) => name,
    typed: typed ?? "",
    onPick: (name) => threads.write(id, `@${name} `),
  });
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (isComposing(event.nativeEvent) || box.onKeyDown(event)) return;
    if (event.key === "Escape") {
      event.preventDefault();
      field.current?.closest<HTMLElement>("[data-key]")?.focus();
      threads.close();
    } else if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      void threads.send(id);
    }
  };
  return (
    <form
      className={styles.answer}
      onSubmit={(event) => {
        event.preventDefault();
        void threads.send(id);
      }}
    >
      {names.length === 0 ? null : (
        <div
          {...box.list}
          role="listbox"
          tabIndex={0}
          className={`${menuStyles.menu} ${styles.names}`}
          aria-label={text("inbox.thread.profiles")}
        >
          {names.map((name, index) => (
            <div key={name} className={menuStyles.item} {...box.option(index)}>
              @{name}
            </div>
          ))}
        </div>
      )}
      <div className="grow">
        <TextArea
          ref={field}
          label={text("inbox.thread.field", { title: revealLine(title) })}
          value={words}
          rows={1}
          placeholder={text("inbox.thread.placeholder")}
          onChange={(next) => threads.write(id, next)}
          onKeyDown={onKeyDown}
          {...box.field}
        />
      </div>
      <Button kind="primary" type="submit" disabled={isSending || words.trim() === ""}>
        {text("inbox.thread.send")}
      </Button>
    </form>
  );
}
