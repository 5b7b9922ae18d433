import { X } from "lucide-react";
import { type KeyboardEvent, useState } from "react";
import { revealLine } from "../../../src-preload/contract/reveal-controls.ts";
import type { ChangeComment, ChangeLine } from "../../state/change-comments.ts";
import { usePick, useWindow } from "../../state/context.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { isComposing } from "../../ui/keys.ts";
import { text } from "../../ui/text.ts";
import styles from "./changes-tab.module.css";

function placeOf({ name, number, isRemoved }: ChangeLine): string {
  return isRemoved
    ? text("changes.commentRemoved", { name: revealLine(name), number })
    : `${revealLine(name)}:${number}`;
}

/** Where a comment on this line is written; Mod+Enter adds it, Escape leaves it. */
export function CommentField({ path, number, isRemoved }: Pick<ChangeLine, "path" | "number" | "isRemoved">) {
  const { changeComments } = useWindow();
  const asked = usePick(changeComments.store, (state) => {
    const line = state.asked;
    return line?.path === path && line.number === number && line.isRemoved === isRemoved ? line : null;
  });
  return asked === null ? null : <Field asked={asked} />;
}

function Field({ asked }: { readonly asked: ChangeLine }) {
  const { changeComments } = useWindow();
  const [words, setWords] = useState("");
  const onKeyDown = (event: KeyboardEvent): void => {
    if (isComposing(event.nativeEvent)) return;
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      changeComments.add(words);
    } else if (event.key === "Escape") {
      event.stopPropagation();
      changeComments.ask(null);
    }
  };
  return (
    <div className={`${styles.comment} ${styles.isAtLine}`}>
      <textarea
        className="input"
        aria-label={text("changes.commentField", { place: placeOf(asked) })}
        placeholder={placeOf(asked)}
        value={words}
        maxLength={10_000}
        onChange={(event) => setWords(event.target.value)}
        onKeyDown={onKeyDown}
        ref={(field) => field?.focus()}
      />
      <div className={styles.hunkActs}>
        <Button kind="ghost" size="small" onClick={() => changeComments.ask(null)}>
          {text("action.cancel")}
        </Button>
        <Button size="small" disabled={words.trim() === ""} onClick={() => changeComments.add(words)}>
          {text("changes.commentAdd")}
        </Button>
      </div>
    </div>
  );
}

const none: readonly ChangeComment[] = [];

/** What was said of the chat's changes and not sent yet. */
export function CommentList() {
  const { changeComments, chat } = useWindow();
  const key = usePick(chat.store, (open) => (open.kind === "open" ? open.key : null));
  const comments = usePick(changeComments.store, ({ kept }) => (key === null ? none : (kept[key] ?? none)));
  const isSending = usePick(changeComments.store, (state) => state.isSending);
  if (comments.length === 0) return null;
  return (
    <section className={styles.comment} aria-label={text("changes.comments")}>
      <ul>
        {comments.map((comment) => (
          <li key={placeOf(comment)} className={styles.commentRow}>
            <div className="grow">
              <span className="mono small meta">{placeOf(comment)}</span>
              <p>{comment.words}</p>
            </div>
            <IconButton
              size="small"
              label={text("changes.commentRemove", { place: placeOf(comment) })}
              onClick={() => changeComments.remove(comment)}
            >
              <X size={14} aria-hidden="true" />
            </IconButton>
          </li>
        ))}
      </ul>
      <Button kind="primary" size="small" disabled={isSending} onClick={() => void changeComments.send()}>
        {text("changes.commentsSend")}
      </Button>
    </section>
  );
}
