import { AtSign, FileText } from "lucide-react";
import { DropdownMenu } from "radix-ui";
import { useRef } from "react";
import { useWindow } from "../../state/context.ts";
import menuStyles from "../../ui/menu.module.css";
import { text } from "../../ui/text.ts";
import styles from "./files-tab.module.css";

export interface FileMenuAt {
  readonly path: string;
  readonly isFile: boolean;
  readonly x: number;
  readonly y: number;
}

interface FileMenuProps {
  readonly at: FileMenuAt | null;
  readonly onClose: () => void;
  /** The row takes the focus again. */
  readonly onLeave: (path: string) => void;
}

/** The one menu of all rows of the tree, where the pointer or the row is. */
export function FileMenu({ at, onClose, onLeave }: FileMenuProps) {
  const { files, workFiles, composer } = useWindow();
  const isLeft = useRef(false);
  const { key } = files.store.getState();
  if (at === null || key === null) return null;
  const { path } = at;
  const leave = (act: () => void) => (): void => {
    isLeft.current = true;
    act();
  };
  return (
    <DropdownMenu.Root open onOpenChange={(next) => (next ? undefined : onClose())}>
      <DropdownMenu.Trigger
        className={styles.anchor}
        style={{ left: at.x, top: at.y }}
        tabIndex={-1}
        aria-label={text("files.menu")}
      />
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          className={menuStyles.menu}
          align="start"
          collisionPadding={8}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            if (!isLeft.current) onLeave(path);
            isLeft.current = false;
          }}
        >
          {at.isFile ? (
            <DropdownMenu.Item className={menuStyles.item} onSelect={leave(() => workFiles.open(key, path))}>
              <FileText className="icon" aria-hidden="true" />
              {text("files.open")}
            </DropdownMenu.Item>
          ) : null}
          <DropdownMenu.Item
            className={menuStyles.item}
            onSelect={leave(() => {
              workFiles.showChat(key);
              composer.mentionPath(key, path);
            })}
          >
            <AtSign className="icon" aria-hidden="true" />
            {text("files.mention")}
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
