import { File, MessagesSquare, X } from "lucide-react";
import { type KeyboardEvent, type MouseEvent, useRef } from "react";
import type { SessionKey } from "../../../src-preload/contract/ids.ts";
import { revealLine } from "../../../src-preload/contract/reveal-controls.ts";
import { usePick, useWindow } from "../../state/context.ts";
import { isUnsaved } from "../../state/edited-files.ts";
import { type ChatTabs, folderOf, pageName } from "../../state/file-tabs.ts";
import { text } from "../../ui/text.ts";
import styles from "./file-tabs.module.css";

/** The id of what the tabs show. */
export const filePanel = "open-file";

interface FileTabsProps {
  readonly sessionKey: SessionKey;
  readonly tabs: ChatTabs;
}

/** The chat first, then the open files: arrows go through them, Enter shows one, Delete and the middle button close it. */
export function FileTabs({ sessionKey, tabs }: FileTabsProps) {
  const { workFiles } = useWindow();
  const list = useRef<HTMLDivElement>(null);
  if (tabs.paths.length === 0) return null;
  const all = [null, ...tabs.paths];
  const onKeyDown = (event: KeyboardEvent): void => {
    const rows = [...(list.current?.querySelectorAll<HTMLElement>("[role=tab]") ?? [])];
    const at = rows.findIndex((row) => row.matches(":focus"));
    const next = nextOf(event.key, at, rows.length);
    const path = all[at];
    if (next !== null) rows[next]?.focus();
    else if (event.key === "Delete" && path != null) {
      workFiles.close(sessionKey, path);
      rows[at - 1]?.focus();
    } else return;
    event.preventDefault();
  };
  return (
    <div ref={list} className={styles.tabs} role="tablist" aria-label={text("editor.openFiles")} onKeyDown={onKeyDown}>
      {all.map((path) => (
        <FileTab key={path ?? "chat"} sessionKey={sessionKey} path={path} tabs={tabs} />
      ))}
    </div>
  );
}

function nextOf(key: string, at: number, count: number): number | null {
  if (key === "ArrowRight") return (at + 1) % count;
  if (key === "ArrowLeft") return (at - 1 + count) % count;
  if (key === "Home") return 0;
  return key === "End" ? count - 1 : null;
}

interface FileTabProps extends FileTabsProps {
  /** Null for the chat. */
  readonly path: string | null;
}

function FileTab({ sessionKey, path, tabs }: FileTabProps) {
  const { workFiles } = useWindow();
  const isShown = tabs.shown === path;
  const unsaved = usePick(workFiles.store, ({ pages }) => {
    const page = path === null ? undefined : pages[pageName(sessionKey, path)];
    return page !== undefined && isUnsaved(page);
  });
  const Icon = path === null ? MessagesSquare : File;
  const name = path === null ? text("editor.chat") : nameOf(path);
  const isTwice = path !== null && tabs.paths.some((one) => one !== path && nameOf(one) === name);
  const onMiddle = (event: MouseEvent): void => {
    if (event.button !== 1 || path === null) return;
    event.preventDefault();
    workFiles.close(sessionKey, path);
  };
  return (
    <div role="none" className={isShown ? `${styles.tab} ${styles.isShown}` : styles.tab} onAuxClick={onMiddle}>
      <button
        type="button"
        role="tab"
        aria-selected={isShown}
        aria-controls={isShown && path !== null ? filePanel : undefined}
        tabIndex={isShown ? 0 : -1}
        className={styles.name}
        data-tip={path === null ? undefined : revealLine(path)}
        onClick={() => workFiles.show(sessionKey, path)}
      >
        <Icon className="icon" aria-hidden="true" />
        <span className="cut">{revealLine(name)}</span>
        {isTwice ? <span className={`${styles.folder} cut`}>{revealLine(folderOf(path))}</span> : null}
        {unsaved ? (
          <span className={styles.dot}>
            <span className="screen-reader">{text("editor.unsaved")}</span>
          </span>
        ) : null}
      </button>
      {path === null ? null : (
        // The keyboard closes with Delete: a button within a list of tabs is none.
        <span
          className={styles.close}
          aria-hidden="true"
          data-tip={text("editor.close")}
          data-close={path}
          onClick={() => workFiles.close(sessionKey, path)}
        >
          <X className="icon" />
        </span>
      )}
    </div>
  );
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
