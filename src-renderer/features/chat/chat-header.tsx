import { Archive, ArchiveRestore, Ellipsis, Folder, PanelRight, Pencil, Pin, PinOff, Trash2 } from "lucide-react";
import { DropdownMenu } from "radix-ui";
import { memo, useEffect, useRef, useState } from "react";
import type { SessionKey } from "../../../src-preload/contract/ids.ts";
import { revealLine } from "../../../src-preload/contract/reveal-controls.ts";
import type { SessionSummary } from "../../../src-preload/contract/session.ts";
import { usePick, useWindow } from "../../state/context.ts";
import { IconButton } from "../../ui/button.tsx";
import { chatTitle } from "../../ui/chat-title.ts";
import { keyWords } from "../../ui/keys.ts";
import menuStyles from "../../ui/menu.module.css";
import pageStyles from "../../ui/page.module.css";
import { text } from "../../ui/text.ts";
import styles from "./chat-header.module.css";

interface ChatHeaderProps {
  readonly sessionKey: SessionKey;
  /** Null for a chat that is not on the disk yet. */
  readonly summary: SessionSummary | null;
  readonly workFolder: string;
}

export const ChatHeader = memo(function ChatHeader({ sessionKey, summary, workFolder }: ChatHeaderProps) {
  const { preferences } = useWindow();
  const inspector = usePick(preferences, (state) => state.inspector);
  const [renaming, setRenaming] = useState(false);
  const title = chatTitle(summary?.title ?? "");
  return (
    <header className={pageStyles.bar}>
      {renaming && summary !== null ? (
        <RenameField sessionKey={sessionKey} title={summary.title} onDone={() => setRenaming(false)} />
      ) : (
        <h1 className="cut">{title}</h1>
      )}
      <span className={`${styles.folder} meta mono cut`} title={text("chat.workFolder", { folder: workFolder })}>
        <Folder className="icon icon-small" aria-hidden="true" />
        {revealLine(shortFolder(workFolder))}
      </span>
      <span className="grow" />
      {summary === null ? null : <ChatMenu summary={summary} onRename={() => setRenaming(true)} />}
      {/* Once it is open it has its own button. */}
      {inspector ? null : <OpenInspector />}
    </header>
  );
});

function OpenInspector() {
  const { preferences } = useWindow();
  const own = useRef<HTMLDivElement>(null);
  // The button that closed it is gone.
  useEffect(() => {
    if (document.activeElement === document.body) own.current?.querySelector("button")?.focus();
  }, []);
  return (
    <div ref={own}>
      <IconButton
        label={text("inspector.open")}
        keys={keyWords("Alt+Mod+B")}
        aria-expanded={false}
        onClick={() => preferences.setState({ inspector: true })}
      >
        <PanelRight className="icon" aria-hidden="true" />
      </IconButton>
    </div>
  );
}

/** The last two names of a long path. */
function shortFolder(path: string): string {
  const parts = path.split(/[\\/]/).filter((part) => part !== "");
  return parts.length <= 3 ? path : `…/${parts.slice(-2).join("/")}`;
}

interface RenameFieldProps {
  readonly sessionKey: SessionKey;
  readonly title: string;
  readonly onDone: () => void;
}

function RenameField({ sessionKey, title, onDone }: RenameFieldProps) {
  const { chatActs } = useWindow();
  const [name, setName] = useState(title);
  const field = useRef<HTMLInputElement>(null);
  // The person has just asked for it.
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);
  const save = (): void => {
    onDone();
    const wanted = name.trim();
    if (wanted !== "" && wanted !== title) void chatActs.rename(sessionKey, wanted);
  };
  return (
    <label className="input">
      <span className="screen-reader">{text("chat.title")}</span>
      <input
        ref={field}
        value={name}
        maxLength={200}
        onChange={(event) => setName(event.target.value)}
        onBlur={save}
        onKeyDown={(event) => {
          if (event.key === "Enter" && !event.nativeEvent.isComposing) save();
          if (event.key === "Escape") onDone();
        }}
      />
    </label>
  );
}

function ChatMenu({ summary, onRename }: { readonly summary: SessionSummary; readonly onRename: () => void }) {
  const { chatActs, newChat } = useWindow();
  const { key, pinned, archived } = summary;
  const renames = useRef(false);

  const remove = async (): Promise<void> => {
    if (await chatActs.remove(summary)) newChat();
  };

  return (
    <DropdownMenu.Root>
      <DropdownMenu.Trigger className="button ghost icon-only" aria-label={text("chat.menu")} title={text("chat.menu")}>
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
            onRename();
          }}
        >
          <DropdownMenu.Item
            className={menuStyles.item}
            onSelect={() => {
              renames.current = true;
            }}
          >
            <Pencil className="icon" aria-hidden="true" />
            {text("chat.rename")}
          </DropdownMenu.Item>
          <DropdownMenu.Item
            className={menuStyles.item}
            onSelect={() => void chatActs.update(key, { pinned: !pinned })}
          >
            {pinned ? <PinOff className="icon" aria-hidden="true" /> : <Pin className="icon" aria-hidden="true" />}
            {text(pinned ? "chat.unpin" : "chat.pin")}
          </DropdownMenu.Item>
          <DropdownMenu.Item
            className={menuStyles.item}
            onSelect={() => void chatActs.update(key, { archived: !archived })}
          >
            {archived ? (
              <ArchiveRestore className="icon" aria-hidden="true" />
            ) : (
              <Archive className="icon" aria-hidden="true" />
            )}
            {text(archived ? "chat.unarchive" : "chat.archive")}
          </DropdownMenu.Item>
          <DropdownMenu.Separator />
          <DropdownMenu.Item className={`${menuStyles.item} ${menuStyles.isDanger}`} onSelect={() => void remove()}>
            <Trash2 className="icon" aria-hidden="true" />
            {text("chat.remove")}
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
