import { ChevronDown, Eraser, Folder, FolderInput, FolderOpen } from "lucide-react";
import { Dialog, DropdownMenu } from "radix-ui";
import { useRef, useState } from "react";
import type { SessionKey } from "../../../src-preload/contract/ids.ts";
import { revealLine } from "../../../src-preload/contract/reveal-controls.ts";
import { usePick, useWindow } from "../../state/context.ts";
import { useShownPath } from "../../state/use-shown-path.ts";
import { Button } from "../../ui/button.tsx";
import dialogStyles from "../../ui/dialog.module.css";
import { DialogHead } from "../../ui/dialog-head.tsx";
import menuStyles from "../../ui/menu.module.css";
import { PickFolder } from "../../ui/pick-folder.tsx";
import { text } from "../../ui/text.ts";
import { TextField } from "../../ui/text-field.tsx";
import styles from "./folder-menu.module.css";

interface FolderMenuProps {
  readonly sessionKey: SessionKey;
  /** As the agent has it, or as the settings write it. */
  readonly workFolder: string;
}

/** Where the chat works: shown, opened, changed; and the samples that lie there. */
export function FolderMenu({ sessionKey, workFolder }: FolderMenuProps) {
  const { starters, chatActs, chatFolder } = useWindow();
  const { key, found } = usePick(starters.store, (state) => state);
  const samples = key === sessionKey && found.kind === "ready" ? found.folder.samples : 0;
  const shown = useShownPath()(workFolder);
  const [changes, setChanges] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  const asks = useRef(false);
  const change = (): void => {
    chatFolder.drop();
    setChanges(true);
  };
  return (
    <>
      <DropdownMenu.Root onOpenChange={(isOpen) => (isOpen ? void starters.load(sessionKey) : undefined)}>
        <DropdownMenu.Trigger
          ref={trigger}
          className={`button ghost small ${styles.folder}`}
          aria-label={text("folder.menu", { folder: shown })}
          title={text("chat.workFolder", { folder: workFolder })}
        >
          <Folder className="icon icon-small" aria-hidden="true" />
          <span className="mono cut">{revealLine(shown)}</span>
          <ChevronDown className="icon chevron" aria-hidden="true" />
        </DropdownMenu.Trigger>
        <DropdownMenu.Portal>
          <DropdownMenu.Content
            className={menuStyles.menu}
            align="start"
            sideOffset={4}
            onCloseAutoFocus={(event) => {
              if (!asks.current) return;
              // The dialog takes the focus, not the button of the menu.
              asks.current = false;
              event.preventDefault();
              change();
            }}
          >
            <DropdownMenu.Item className={menuStyles.item} onSelect={() => void chatActs.openFolder(sessionKey)}>
              <FolderOpen className="icon" aria-hidden="true" />
              {text("folder.open")}
            </DropdownMenu.Item>
            <DropdownMenu.Item
              className={menuStyles.item}
              onSelect={() => {
                asks.current = true;
              }}
            >
              <FolderInput className="icon" aria-hidden="true" />
              {text("folder.change")}
            </DropdownMenu.Item>
            {samples === 0 ? null : (
              <DropdownMenu.Item className={menuStyles.item} onSelect={() => void starters.removeSamples(sessionKey)}>
                <Eraser className="icon" aria-hidden="true" />
                {text("samples.remove")}
              </DropdownMenu.Item>
            )}
          </DropdownMenu.Content>
        </DropdownMenu.Portal>
      </DropdownMenu.Root>
      <FolderDialog
        shown={shown}
        isOpen={changes}
        onClose={() => setChanges(false)}
        onClosed={() => trigger.current?.focus()}
      />
    </>
  );
}

interface FolderDialogProps {
  readonly shown: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** It is gone: the focus goes back. */
  readonly onClosed: () => void;
}

/** Another folder for this chat; it works there from the next message on. */
function FolderDialog({ shown, isOpen, onClose, onClosed }: FolderDialogProps) {
  return (
    <Dialog.Root open={isOpen} onOpenChange={(next) => (next ? undefined : onClose())}>
      <Dialog.Portal>
        <Dialog.Overlay className={dialogStyles.scrim} />
        <Dialog.Content
          className={`${dialogStyles.dialog} ${dialogStyles.isSmall}`}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            onClosed();
          }}
        >
          <DialogHead title={text("folder.changeTitle")} onClose={onClose} />
          <FolderForm shown={shown} onClose={onClose} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function FolderForm({ shown, onClose }: Pick<FolderDialogProps, "shown" | "onClose">) {
  const { chatFolder } = useWindow();
  const choice = usePick(chatFolder.store, (state) => state);
  const [typed, setTyped] = useState(shown);
  const isMissing = choice.kind === "missing" && choice.path === typed.trim();
  const take = async (): Promise<void> => {
    await (isMissing ? chatFolder.make() : chatFolder.choose(typed.trim()));
    if (chatFolder.store.getState().kind === "kept") onClose();
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void take();
      }}
    >
      <div className={`${dialogStyles.body} stack`}>
        <Dialog.Description className="dim">{text("first.folder")}</Dialog.Description>
        <div className={styles.typed}>
          <TextField
            label={text("settings.workFolder")}
            value={typed}
            problem={choice.kind === "refused" && choice.path === typed.trim() ? choice.words : null}
            onChange={setTyped}
          />
          <PickFolder pick={() => chatFolder.pick(typed.trim())} onPicked={setTyped} />
        </div>
        {isMissing ? <small role="status">{text("folder.missing")}</small> : null}
      </div>
      <div className={dialogStyles.foot}>
        <Button kind="ghost" onClick={onClose}>
          {text("action.cancel")}
        </Button>
        <Button kind="primary" type="submit" disabled={typed.trim() === ""}>
          {text(isMissing ? "folder.make" : "folder.use")}
        </Button>
      </div>
    </form>
  );
}
