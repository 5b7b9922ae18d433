import { ChevronDown, ChevronRight, File, Folder, MoreHorizontal } from "lucide-react";
import type { DragEvent, KeyboardEvent, MouseEvent, ReactNode } from "react";
import { revealLine } from "../../../src-preload/contract/reveal-controls.ts";
import type { FileEntry, GitMark } from "../../../src-preload/contract/window.ts";
import type { TreeRow } from "../../state/tree-rows.ts";
import { draggedPath } from "../../ui/dragged-path.ts";
import { type TextKey, text } from "../../ui/text.ts";
import type { FileMenuAt } from "./file-menu.tsx";
import styles from "./files-tab.module.css";

interface FileTreeRowProps {
  readonly row: TreeRow;
  /** The one row that Tab comes to; arrows walk from there. */
  readonly isStop: boolean;
  readonly isChosen: boolean;
  /** This chat changed it. */
  readonly isChanged: boolean;
  readonly onAct: () => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly onMenu: (at: FileMenuAt) => void;
}

/** One line of the tree. */
export function FileTreeRow(props: FileTreeRowProps) {
  const { row } = props;
  switch (row.kind) {
    case "head":
      return (
        <p className={`${styles.elsewhere} meta small`} aria-hidden="true">
          {text("files.elsewhere")}
        </p>
      );
    case "more":
      return <MoreRow {...props} row={row} />;
    case "found":
      return (
        <Line {...props}>
          <File className="icon" aria-hidden="true" />
          <span className="cut">{revealLine(row.path)}</span>
        </Line>
      );
    case "entry":
      return <EntryRow {...props} row={row} />;
    default: {
      const never: never = row;
      return never;
    }
  }
}

type RowOf<Kind extends TreeRow["kind"]> = FileTreeRowProps & { readonly row: Extract<TreeRow, { kind: Kind }> };

function MoreRow(props: RowOf<"more">) {
  const { count, canShow, depth } = props.row;
  if (!canShow) {
    return (
      <p className="pad meta small" style={indentOf(depth)}>
        {text("files.tooMany", { count })}
      </p>
    );
  }
  return (
    <Line {...props}>
      <span className="icon chevron" />
      <MoreHorizontal className="icon" aria-hidden="true" />
      <span className="cut">{text("files.showMore", { count })}</span>
    </Line>
  );
}

function EntryRow(props: RowOf<"entry">) {
  const { isChanged, row } = props;
  const { entry, isOpen } = row;
  const isFolder = entry.kind === "folder";
  const Chevron = isOpen ? ChevronDown : ChevronRight;
  return (
    <Line {...props}>
      {isFolder ? <Chevron className="icon chevron" aria-hidden="true" /> : <span className="icon chevron" />}
      {isFolder ? <Folder className="icon" aria-hidden="true" /> : <File className="icon" aria-hidden="true" />}
      <span className="cut">{revealLine(entry.name)}</span>
      {isChanged ? <span className={`${styles.state} tone-added`}>{text("files.changed")}</span> : null}
      {entry.git === undefined ? null : <GitSign entry={entry} mark={entry.git} />}
    </Line>
  );
}

const signs: Readonly<Record<GitMark, string>> = {
  modified: "M",
  added: "A",
  untracked: "U",
  conflict: "!",
  ignored: "",
};
const gitWords: Readonly<Record<GitMark, TextKey>> = {
  modified: "files.git.modified",
  added: "files.git.added",
  untracked: "files.git.untracked",
  conflict: "files.git.conflict",
  ignored: "files.git.ignored",
};

/** What git says of it, as a letter; a folder has a dot. */
function GitSign({ entry, mark }: { readonly entry: FileEntry; readonly mark: GitMark }) {
  const sign = entry.kind === "folder" && mark === "modified" ? "•" : signs[mark];
  return (
    <span className={styles.git} data-git={mark} data-tip={text(gitWords[mark])}>
      <span aria-hidden="true">{sign}</span>
      <span className="screen-reader">{text(gitWords[mark])}</span>
    </span>
  );
}

function indentOf(depth: number) {
  return { paddingLeft: 8 + depth * 18 };
}

/** A row that the keys come to, that can be dragged into the chat and has a menu, where it stands for a file or folder. */
function Line(props: FileTreeRowProps & { readonly children: ReactNode }) {
  const { row, isStop, isChosen, onAct, onKeyDown, onMenu, children } = props;
  const entry = row.kind === "entry" ? row.entry : null;
  const { path } = row;
  const isFolder = entry?.kind === "folder";
  const onContextMenu = (event: MouseEvent): void => {
    if (path === null) return;
    event.preventDefault();
    onMenu({ path, isFile: !isFolder, x: event.clientX, y: event.clientY });
  };
  const onDragStart = (event: DragEvent): void => {
    if (path !== null) draggedPath.put(event.dataTransfer, path);
  };
  return (
    <div
      role="treeitem"
      tabIndex={isStop ? 0 : -1}
      aria-level={row.depth + 1}
      aria-selected={isChosen}
      {...(isFolder && row.kind === "entry" ? { "aria-expanded": row.isOpen } : {})}
      data-key={row.key}
      data-path={path ?? undefined}
      data-ignored={entry?.git === "ignored" ? "" : undefined}
      className={isChosen ? `${styles.entry} ${styles.isChosen}` : styles.entry}
      style={indentOf(row.depth)}
      draggable={path !== null}
      onDragStart={onDragStart}
      onClick={onAct}
      onKeyDown={onKeyDown}
      onContextMenu={onContextMenu}
    >
      {children}
    </div>
  );
}
