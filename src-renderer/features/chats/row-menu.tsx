import { DropdownMenu } from "radix-ui";
import { useRef } from "react";
import type { SessionKey } from "../../../src-preload/contract/ids.ts";
import type { SessionSummary } from "../../../src-preload/contract/session.ts";
import { isPrivateKey } from "../../../src-preload/contract/session-key.ts";
import { useWindow } from "../../state/context.ts";
import { ChatMenuItems } from "../../ui/chat-menu-items.tsx";
import menuStyles from "../../ui/menu.module.css";
import { text } from "../../ui/text.ts";
import styles from "./chats-list.module.css";

export interface MenuAt {
  readonly key: SessionKey;
  readonly x: number;
  readonly y: number;
}

interface RowMenuProps {
  readonly at: MenuAt | null;
  /** What it is about. */
  readonly rows: readonly SessionSummary[];
  readonly onRemove: (rows: readonly SessionSummary[]) => void;
  readonly onClose: () => void;
  /** The row takes the focus again. */
  readonly onLeave: (key: SessionKey) => void;
}

/** The one menu of all rows, where the pointer or the row is. */
export function RowMenu({ at, rows, onRemove, onClose, onLeave }: RowMenuProps) {
  const { chats, chatActs, overlay } = useWindow();
  const [first] = rows;
  const then = useRef<"row" | "rename" | "removed">("row");
  if (at === null || first === undefined) return null;
  const setPinned = (): void => {
    for (const { key } of rows) void chatActs.update(key, { pinned: !first.pinned });
  };
  return (
    <DropdownMenu.Root open onOpenChange={(next) => (next ? undefined : onClose())}>
      <DropdownMenu.Trigger
        className={styles.anchor}
        style={{ left: at.x, top: at.y }}
        tabIndex={-1}
        aria-label={text("chat.menu")}
      />
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          className={menuStyles.menu}
          align="start"
          collisionPadding={8}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            const { current } = then;
            then.current = "row";
            if (current === "rename") chatActs.beginRename(at.key, "list");
            else if (current === "row") onLeave(at.key);
          }}
        >
          <ChatMenuItems
            isPinned={first.pinned}
            isArchived={first.archived}
            isPrivate={rows.some(({ key }) => isPrivateKey(key))}
            count={rows.length}
            onRename={() => {
              then.current = "rename";
            }}
            onPin={setPinned}
            onArchive={() => {
              chats.choose([]);
              void chatActs.archiveAll(rows, !first.archived);
            }}
            onExport={() => overlay.open({ kind: "export", sessionKey: first.key, title: first.title })}
            onRemove={() => {
              then.current = "removed";
              onRemove(rows);
            }}
          />
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
