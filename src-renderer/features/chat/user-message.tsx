import { History, Pencil } from "lucide-react";
import { memo } from "react";
import { usePick, useWindow } from "../../state/context.ts";
import { IconButton } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import proseStyles from "../../ui/prose.module.css";
import { text } from "../../ui/text.ts";
import { shortTime } from "../../ui/time.ts";
import { AttachedFiles } from "./attached-files.tsx";
import { LongWords } from "./long-words.tsx";
import styles from "./message.module.css";
import { MentionedList } from "./seldom.tsx";
import { SiblingArrows } from "./sibling-arrows.tsx";
import type { Row } from "./turns.ts";

type UserRow = Extract<Row, { kind: "user" }>;

/** What a person said. It can be edited and sent again, which makes a sibling. */
export function UserMessageRow({ row }: { readonly row: UserRow }) {
  const { changes, chat, composer, find } = useWindow();
  const { message } = row;
  const isSought = usePick(find.store, ({ hits }) => hits.some(({ messageId }) => messageId === message.id));
  const edit = (): void => {
    const open = chat.store.getState();
    if (open.kind !== "open") return;
    composer.edit(open.key, { text: message.content, media: message.media ?? [], replaces: message.id });
  };
  const isCommand = message.hidden === true;
  return (
    <article
      className={
        isCommand ? `${styles.message} ${styles.isYours} ${styles.isCommand}` : `${styles.message} ${styles.isYours}`
      }
      aria-label={text("chat.you")}
    >
      <Who name={text("chat.you")} at={message.timestamp} />
      <div className={`${proseStyles.prose} ${styles.words}`}>
        {message.prompt === undefined ? null : (
          <p className="meta small">{text("chat.fromPrompt", { ...message.prompt })}</p>
        )}
        {message.content === "" ? null : <LongWords words={message.content} isSought={isSought} />}
        <AttachedFiles media={message.media ?? []} />
        {message.mentioned === undefined ? null : <MentionedList mentioned={message.mentioned} />}
      </div>
      {isCommand ? null : (
        <div className={styles.actions}>
          <SiblingArrows siblings={row.siblings} />
          <CopyButton source={message.content} />
          <IconButton size="small" label={text("chat.edit")} onClick={edit}>
            <Pencil size={14} aria-hidden="true" />
          </IconButton>
          <IconButton size="small" label={text("changes.restore")} onClick={() => void changes.askRestore(message.id)}>
            <History size={14} aria-hidden="true" />
          </IconButton>
        </div>
      )}
    </article>
  );
}

export const Who = memo(function Who({ name, at }: { readonly name: string; readonly at: string }) {
  const time = Date.parse(at);
  return (
    <div className={styles.who}>
      <b>{name}</b>
      <time dateTime={at}>{Number.isNaN(time) ? "" : shortTime(time, Date.now())}</time>
    </div>
  );
});
