import { Ellipsis } from "lucide-react";
import { DropdownMenu } from "radix-ui";
import { memo, useRef } from "react";
import type { SessionKey } from "../../../src-preload/contract/ids.ts";
import type { SessionSummary } from "../../../src-preload/contract/session.ts";
import { isPrivateKey } from "../../../src-preload/contract/session-key.ts";
import { OpenList, OpenRight } from "../../columns/open-column.tsx";
import { usePick, useWindow } from "../../state/context.ts";
import { ChatMenuItems } from "../../ui/chat-menu-items.tsx";
import { chatTitle } from "../../ui/chat-title.ts";
import menuStyles from "../../ui/menu.module.css";
import pageStyles from "../../ui/page.module.css";
import { PrivateSign } from "../../ui/private-sign.tsx";
import { RenameField } from "../../ui/rename-field.tsx";
import { text } from "../../ui/text.ts";
import { FolderMenu } from "./folder-menu.tsx";

interface ChatHeaderProps {
  readonly sessionKey: SessionKey;
  /** Null for a chat that is not on the disk yet. */
  readonly summary: SessionSummary | null;
  readonly workFolder: string;
  /** The skill that it tries, which is all that it has. */
  readonly onlySkill: string | null;
}

export const ChatHeader = memo(function ChatHeader({ sessionKey, summary, workFolder, onlySkill }: ChatHeaderProps) {
  const { preferences, chatActs } = useWindow();
  const inspector = usePick(preferences, (state) => state.inspector);
  const renaming = usePick(
    chatActs.store,
    ({ renaming: now }) => now !== null && now.at === "head" && now.key === sessionKey,
  );
  const title = chatTitle(summary?.title ?? "");
  return (
    <header className={pageStyles.bar}>
      <OpenList />
      {renaming && summary !== null ? (
        <RenameField
          title={summary.title}
          onSave={(name) => void chatActs.rename(sessionKey, name)}
          onDone={chatActs.endRename}
        />
      ) : (
        <h1 className="cut" dir="auto">
          {title}
        </h1>
      )}
      {onlySkill === null ? null : (
        <span className="meta small cut" title={text("chat.onlySkillHint")}>
          {text("chat.onlySkill", { name: onlySkill })}
        </span>
      )}
      {isPrivateKey(sessionKey) ? <PrivateSign words={text("chat.private")} /> : null}
      <FolderMenu sessionKey={sessionKey} workFolder={workFolder} />
      <span className="grow" />
      {summary === null ? null : <ChatMenu summary={summary} />}
      {/* Once it is open it has its own button. */}
      {inspector ? null : <OpenRight label={text("inspector.open")} column="inspector" />}
    </header>
  );
});

function ChatMenu({ summary }: { readonly summary: SessionSummary }) {
  const { chat, chatActs, leaveRemoved, place, overlay } = useWindow();
  const { key, pinned, archived } = summary;
  const renames = useRef(false);

  /** Whoever wants it back, and has not gone elsewhere since, sees it again. */
  const showAgain = (sessionKey: SessionKey): void => {
    if (chat.store.getState().kind === "new") place.go({ name: "chats", sessionKey });
  };
  const remove = async (): Promise<void> => {
    leaveRemoved(await chatActs.removeAll([summary], showAgain));
  };

  return (
    <DropdownMenu.Root>
      <DropdownMenu.Trigger
        className="button ghost icon-only"
        aria-label={text("chat.menu")}
        data-tip={text("chat.menu")}
      >
        <Ellipsis className="icon" aria-hidden="true" />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          className={menuStyles.menu}
          align="end"
          sideOffset={4}
          onCloseAutoFocus={(event) => {
            if (!renames.current) return;
            // The field takes the focus, not the button of the menu.
            renames.current = false;
            event.preventDefault();
            chatActs.beginRename(key, "head");
          }}
        >
          <ChatMenuItems
            isPinned={pinned}
            isArchived={archived}
            isPrivate={isPrivateKey(key)}
            count={1}
            onRename={() => {
              renames.current = true;
            }}
            onPin={() => void chatActs.update(key, { pinned: !pinned })}
            onArchive={() => void chatActs.archiveAll([summary], !archived)}
            onExport={() => overlay.open({ kind: "export", sessionKey: key, title: summary.title })}
            onRemove={() => void remove()}
          />
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
