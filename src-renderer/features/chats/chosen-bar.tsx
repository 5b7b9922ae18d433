import { X } from "lucide-react";
import { usePick, useWindow } from "../../state/context.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { text } from "../../ui/text.ts";
import styles from "./chats-list.module.css";

/** What can be done with the chats that are chosen together; nothing below two. */
export function ChosenBar() {
  const { chats, chatActs, leaveRemoved } = useWindow();
  const { rows, chosen, filter } = usePick(chats.store, (state) => state);
  if (chosen.size < 2) return null;
  const meant = rows.filter(({ key }) => chosen.has(key));
  const isArchive = filter === "archived";
  const archive = (): void => {
    chats.choose([]);
    void chatActs.archiveAll(meant, !isArchive);
  };
  const remove = async (): Promise<void> => {
    leaveRemoved(await chatActs.removeAll(meant));
  };
  return (
    <div className={styles.chosen} role="toolbar" aria-label={text("chats.chosen", { count: chosen.size })}>
      <span className="grow small number cut" role="status">
        {text("chats.chosen", { count: chosen.size })}
      </span>
      <Button size="small" onClick={archive}>
        {text(isArchive ? "chat.unarchive" : "chat.archive")}
      </Button>
      <Button size="small" kind="danger" onClick={() => void remove()}>
        {text("chats.trashChosen")}
      </Button>
      <IconButton size="small" label={text("chats.chooseNone")} keys="Esc" onClick={() => chats.choose([])}>
        <X className="icon" aria-hidden="true" />
      </IconButton>
    </div>
  );
}
