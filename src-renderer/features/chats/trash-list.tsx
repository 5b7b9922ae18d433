import "../../ui/later-words.ts";
import { ArchiveRestore, Trash2 } from "lucide-react";
import type { TrashedChat } from "../../../src-preload/contract/session.ts";
import { usePick, useWindow } from "../../state/context.ts";
import { Bones } from "../../ui/bones.tsx";
import { Button, IconButton } from "../../ui/button.tsx";
import { chatTitle } from "../../ui/chat-title.ts";
import listStyles from "../../ui/list.module.css";
import noteStyles from "../../ui/note.module.css";
import { RemovalBody, RemovalDialog } from "../../ui/removal-dialog.tsx";
import { text } from "../../ui/text.ts";
import { useNow } from "../../ui/use-now.ts";
import styles from "./chats-list.module.css";

const dayMs = 24 * 60 * 60_000;

/** What was moved to the trash: to be put back, or deleted for ever. It empties itself. */
export function TrashList() {
  const { trash } = useWindow();
  const shown = usePick(trash.store, (state) => state.shown);
  if (shown.kind === "loading") return <Bones rows={4} />;
  if (shown.kind === "failed") {
    return (
      <div className={`${noteStyles.failed} ${listStyles.trouble}`} role="alert">
        <span className="grow">{shown.message}</span>
        <Button size="small" onClick={() => void trash.load()}>
          {text("action.again")}
        </Button>
      </div>
    );
  }
  const { chats } = shown;
  return (
    <>
      <p className={`${styles.trashWords} meta small`}>{text(chats.length === 0 ? "trash.none" : "trash.words")}</p>
      <ul className={listStyles.scroll} aria-label={text("chats.filterTrash")}>
        {chats.map((row) => (
          <TrashRow key={row.trashId} row={row} />
        ))}
      </ul>
      {chats.length === 0 ? null : (
        <div className={styles.chosen}>
          <span className="grow" />
          <Button size="small" kind="danger" onClick={() => trash.ask("all")}>
            {text("trash.empty")}
          </Button>
        </div>
      )}
      <EraseDialog />
    </>
  );
}

function TrashRow({ row }: { readonly row: TrashedChat }) {
  const { trash } = useWindow();
  const now = useNow(dayMs / 24);
  const title = chatTitle(row.title);
  const days = Math.max(0, Math.ceil((row.goneAt - now) / dayMs));
  return (
    <li className={styles.trashed}>
      <span className="grow">
        <span className="block cut" dir="auto" data-tip={title} data-tip-cut="">
          {title}
        </span>
        <span className="meta small">{text(days === 1 ? "trash.oneDay" : "trash.days", { count: days })}</span>
      </span>
      <IconButton size="small" label={text("trash.restore", { title })} onClick={() => void trash.restore(row)}>
        <ArchiveRestore className="icon" aria-hidden="true" />
      </IconButton>
      <IconButton size="small" label={text("trash.erase", { title })} onClick={() => trash.ask(row)}>
        <Trash2 className="icon" aria-hidden="true" />
      </IconButton>
    </li>
  );
}

/** Deleting for ever is asked about: nothing brings that back. */
function EraseDialog() {
  const { trash } = useWindow();
  const asked = usePick(trash.store, (state) => state.asked);
  const close = (): void => trash.ask(null);
  return (
    <RemovalDialog title={text("trash.eraseTitle")} isOpen={asked !== null} onClose={close}>
      <RemovalBody
        words={
          asked === null || asked === "all"
            ? text("trash.eraseAllWords")
            : text("trash.eraseWords", { title: chatTitle(asked.title) })
        }
        act={text("trash.eraseAct")}
        onRemove={trash.erase}
        onClose={close}
      />
    </RemovalDialog>
  );
}
