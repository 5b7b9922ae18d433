import { type KeyboardEvent, useRef, useState } from "react";
import { Virtualizer, type VirtualizerHandle } from "virtua";
import type { SessionView } from "../../../src-preload/contract/reducers/session.ts";
import { revealLine } from "../../../src-preload/contract/reveal-controls.ts";
import { usePick, useWindow } from "../../state/context.ts";
import { foundElsewhere, listingOf, rootPath } from "../../state/file-tree.ts";
import { type TreeRow, treeRows } from "../../state/tree-rows.ts";
import { useIsNarrow } from "../../ui/narrow.ts";
import noteStyles from "../../ui/note.module.css";
import { SearchField } from "../../ui/search-field.tsx";
import { text } from "../../ui/text.ts";
import { useRoving } from "../../ui/use-roving.ts";
import { FileMenu, type FileMenuAt } from "./file-menu.tsx";
import { FilePreviewPane } from "./file-preview.tsx";
import { FileTreeRow } from "./file-tree-row.tsx";
import styles from "./files-tab.module.css";

interface FilesTabProps {
  readonly view: SessionView;
}

/** The work folder, read as it is opened and watched while it is shown; files that this chat changed are marked. */
export function FilesTab({ view }: FilesTabProps) {
  const { files } = useWindow();
  const shown = usePick(files.store, (state) => state);
  const tree = useRef<HTMLDivElement>(null);
  const drawn = useRef<VirtualizerHandle>(null);
  const [menu, setMenu] = useState<FileMenuAt | null>(null);
  const elsewhere = foundElsewhere(
    shown,
    usePick(files.found, ({ paths }) => paths),
  );
  const rows = treeRows(shown, elsewhere);
  const walked = rows.filter(({ kind }) => kind !== "head");
  const indexOf = (key: string | null): number => rows.findIndex((row) => row.key === key);
  const roving = useRoving(tree, {
    keys: walked.map(({ key }) => key),
    nameOf: (key) => key.slice(key.lastIndexOf("/") + 1),
    preferred: shown.chosen?.path ?? null,
    scrollTo: (key) => drawn.current?.scrollToIndex(indexOf(key), { align: "nearest" }),
  });
  const act = useRowAct();
  if (shown.tree.kind === "failed") return <p className={`pad ${noteStyles.failed}`}>{shown.tree.message}</p>;
  const changed = changedFiles(view);
  const onKeyDown = (event: KeyboardEvent): void => {
    const row = rows[indexOf(roving.stop)];
    if (row === undefined || roving.onKeyDown(event) !== null) return;
    const isMenu = event.key === "ContextMenu" || (event.shiftKey && event.key === "F10");
    if (isMenu && event.target instanceof HTMLElement && row.path !== null) {
      const { left, bottom } = event.target.getBoundingClientRect();
      setMenu({ path: row.path, isFile: row.kind !== "entry" || row.entry.kind !== "folder", x: left + 24, y: bottom });
    } else if (!isMenu && act.isFor(event, row)) act.on(row);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <div className={styles.filter}>
        <SearchField
          label={text("files.filter")}
          query={shown.words}
          onSearch={files.search}
          onDown={() => walked[0] !== undefined && roving.focus(walked[0].key)}
        />
      </div>
      <div ref={tree} className={styles.tree} role="tree" aria-label={text("inspector.files")} onFocus={roving.onFocus}>
        <Virtualizer ref={drawn} scrollRef={tree} keepMounted={[indexOf(roving.stop)].filter((index) => index >= 0)}>
          {rows.map((row) => (
            <FileTreeRow
              key={row.key}
              row={row}
              isStop={row.key === roving.stop}
              isChosen={row.path !== null && row.path === shown.chosen?.path}
              isChanged={row.path !== null && changed.has(row.path)}
              onAct={() => act.on(row)}
              onKeyDown={onKeyDown}
              onMenu={setMenu}
            />
          ))}
        </Virtualizer>
        {listingOf(shown, rootPath) !== undefined && rows.length === 0 ? <EmptyTree words={shown.words} /> : null}
      </div>
      <FileMenu at={menu} onClose={() => setMenu(null)} onLeave={roving.focus} />
      {shown.chosen === null ? null : (
        <FilePreviewPane key={shown.chosen.path} {...shown.chosen} change={changed.get(shown.chosen.path) ?? null} />
      )}
    </>
  );
}

/** What a press or a key does with a row: folders open and close, files are opened in a tab. */
function useRowAct() {
  const { files, workFiles, preferences } = useWindow();
  const isNarrow = useIsNarrow();
  return {
    on(row: TreeRow): void {
      const { key } = files.store.getState();
      if (row.kind === "more") files.showMoreOf(row.folder);
      else if (row.kind === "entry" && row.entry.kind === "folder") files.toggle(row.path);
      else if (row.path !== null && key !== null) {
        workFiles.open(key, row.path);
        // The column lies over what was opened.
        if (isNarrow) preferences.setState({ inspector: false });
      }
    },
    /** Enter and Space do what a press does, and the arrows that point in or out open and close a folder. */
    isFor(event: KeyboardEvent, row: TreeRow): boolean {
      if (event.altKey || event.ctrlKey || event.metaKey) return false;
      if (event.key === "Enter" || event.key === " ") return true;
      if (row.kind !== "entry" || row.entry.kind !== "folder") return false;
      return (event.key === "ArrowRight" && !row.isOpen) || (event.key === "ArrowLeft" && row.isOpen);
    },
  };
}

function EmptyTree({ words }: { readonly words: string }) {
  return (
    <p className="pad meta">
      {words.trim() === "" ? text("files.empty") : text("files.noMatch", { words: revealLine(words) })}
    </p>
  );
}

/** What tools of this chat changed last in a file, by its path below the work folder. */
function changedFiles(view: SessionView): ReadonlyMap<string, string> {
  const changed = new Map<string, string>();
  for (const { message } of view.messages) {
    if (message.role !== "tool" || message.details?.diff === undefined || message.details.path === undefined) continue;
    const path = message.details.path;
    if (path.startsWith(`${view.workFolder}/`)) {
      changed.set(path.slice(view.workFolder.length + 1), message.details.diff);
    }
  }
  return changed;
}
