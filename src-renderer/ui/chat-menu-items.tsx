import { Archive, ArchiveRestore, Download, Pencil, Pin, PinOff, Trash2, X } from "lucide-react";
import { DropdownMenu } from "radix-ui";
import { keyWords } from "./keys.ts";
import menuStyles from "./menu.module.css";
import { text } from "./text.ts";

interface ChatMenuItemsProps {
  readonly isPinned: boolean;
  readonly isArchived: boolean;
  /** It can be named and closed, and kept nowhere. */
  readonly isPrivate: boolean;
  /** How many chats it is about. */
  readonly count: number;
  readonly onRename: () => void;
  readonly onPin: () => void;
  readonly onArchive: () => void;
  readonly onExport: () => void;
  readonly onRemove: () => void;
}

/** What can be done with a chat, or with several at once. */
export function ChatMenuItems(props: ChatMenuItemsProps) {
  const { isPinned, isArchived, isPrivate, count } = props;
  const PinIcon = isPinned ? PinOff : Pin;
  const RemoveIcon = isPrivate ? X : Trash2;
  const ArchiveIcon = isArchived ? ArchiveRestore : Archive;
  return (
    <>
      {count > 1 ? null : (
        <DropdownMenu.Item className={menuStyles.item} onSelect={props.onRename}>
          <Pencil className="icon" aria-hidden="true" />
          {text("chat.rename")}
          <kbd aria-hidden="true">{keyWords("F2")}</kbd>
        </DropdownMenu.Item>
      )}
      {isPrivate ? null : (
        <>
          <DropdownMenu.Item className={menuStyles.item} onSelect={props.onPin}>
            <PinIcon className="icon" aria-hidden="true" />
            {text(isPinned ? "chat.unpin" : "chat.pin")}
          </DropdownMenu.Item>
          <DropdownMenu.Item className={menuStyles.item} onSelect={props.onArchive}>
            <ArchiveIcon className="icon" aria-hidden="true" />
            {text(isArchived ? "chat.unarchive" : "chat.archive")}
          </DropdownMenu.Item>
        </>
      )}
      {count > 1 || isPrivate ? null : (
        <DropdownMenu.Item className={menuStyles.item} onSelect={props.onExport}>
          <Download className="icon" aria-hidden="true" />
          {text("chat.export")}
        </DropdownMenu.Item>
      )}
      <DropdownMenu.Separator />
      <DropdownMenu.Item className={`${menuStyles.item} ${menuStyles.isDanger}`} onSelect={props.onRemove}>
        <RemoveIcon className="icon" aria-hidden="true" />
        {text(isPrivate ? "chat.closePrivate" : "chat.remove")}
      </DropdownMenu.Item>
    </>
  );
}
