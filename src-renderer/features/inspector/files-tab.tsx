import { ChevronDown, ChevronRight, File, Folder, MoreHorizontal } from "lucide-react";
import { type KeyboardEvent, useRef } from "react";
import type { SessionView } from "../../../src-preload/contract/reducers/session.ts";
import { revealLine } from "../../../src-preload/contract/reveal-controls.ts";
import type { FileEntry, FolderListing } from "../../../src-preload/contract/window.ts";
import { usePick, useWindow } from "../../state/context.ts";
import { foundElsewhere, hasMore, listingIn, listingOf, rootPath, shownPaths } from "../../state/file-tree.ts";
import type { FilesState } from "../../state/files.ts";
import noteStyles from "../../ui/note.module.css";
import { SearchField } from "../../ui/search-field.tsx";
import { text } from "../../ui/text.ts";
import { FilePreviewPane } from "./file-preview.tsx";
import styles from "./files-tab.module.css";

interface FilesTabProps {
  readonly view: SessionView;
}

/** The work folder, read as it is opened and watched while it is shown; files that this chat changed are marked. */
export function FilesTab({ view }: FilesTabProps) {
  const { files } = useWindow();
  const shown = usePick(files.store, (state) => state);
  const tree = useRef<HTMLDivElement>(null);
  const elsewhere = foundElsewhere(
    shown,
    usePick(files.found, ({ paths }) => paths),
  );
  if (shown.tree.kind === "failed") return <p className={`pad ${noteStyles.failed}`}>{shown.tree.message}</p>;
  const root = listingOf(shown, rootPath);
  const rows = shownPaths(shown);
  const chosen = shown.chosen?.path ?? null;
  return (
    <>
      <div className={styles.filter}>
        <SearchField
          label={text("files.filter")}
          query={shown.words}
          onSearch={files.search}
          onDown={() => tree.current?.querySelector<HTMLElement>("[role=treeitem]")?.focus()}
        />
      </div>
      <div ref={tree} className={styles.tree} role="tree" aria-label={text("inspector.files")} onKeyDown={moveFocus}>
        {root === undefined ? null : (
          <Level
            listing={root}
            depth={0}
            shown={shown}
            tabStop={chosen !== null && rows.includes(chosen) ? chosen : (rows[0] ?? null)}
            changed={changedFiles(view)}
          />
        )}
        {elsewhere.length > 0 ? <FoundRows paths={elsewhere} shown={shown} isFirst={rows.length === 0} /> : null}
        {root?.entries.length === 0 && elsewhere.length === 0 ? <EmptyTree words={shown.words} /> : null}
      </div>
      {shown.chosen === null ? null : (
        <FilePreviewPane
          key={shown.chosen.path}
          {...shown.chosen}
          change={changedFiles(view).get(shown.chosen.path) ?? null}
        />
      )}
    </>
  );
}

interface FoundRowsProps {
  readonly paths: readonly string[];
  readonly shown: FilesState;
  /** No row stands above them: Tab comes to the first of these. */
  readonly isFirst: boolean;
}

/** What else has a name with the words, in folders that are not open. */
function FoundRows({ paths, shown, isFirst }: FoundRowsProps) {
  const { files } = useWindow();
  return (
    <div role="group" aria-label={text("files.elsewhere")}>
      <p className={`${styles.elsewhere} meta small`} aria-hidden="true">
        {text("files.elsewhere")}
      </p>
      {paths.map((path, index) => (
        <div
          key={path}
          role="treeitem"
          tabIndex={isFirst && index === 0 ? 0 : -1}
          aria-level={1}
          aria-selected={shown.chosen?.path === path}
          className={shown.chosen?.path === path ? `${styles.entry} ${styles.isChosen}` : styles.entry}
          onClick={() => files.choose(path)}
          onKeyDown={(event) => onActivate(event, () => files.choose(path))}
        >
          <File className="icon" aria-hidden="true" />
          <span className="cut">{revealLine(path)}</span>
        </div>
      ))}
    </div>
  );
}

function EmptyTree({ words }: { readonly words: string }) {
  return (
    <p className="pad meta">
      {words.trim() === "" ? text("files.empty") : text("files.noMatch", { words: revealLine(words) })}
    </p>
  );
}

interface LevelProps {
  readonly listing: FolderListing;
  readonly depth: number;
  readonly shown: FilesState;
  /** The one row that Tab comes to; arrows walk from there. */
  readonly tabStop: string | null;
  readonly changed: ReadonlyMap<string, string>;
}

function Level(props: LevelProps) {
  const { listing, depth, shown } = props;
  const { files } = useWindow();
  const { path, more } = listing;
  return (
    <>
      {listing.entries.map((entry) => {
        const inside = listingIn(shown, entry);
        return (
          <div key={entry.path} role="none">
            <EntryRow {...props} entry={entry} />
            {inside === undefined ? null : <Level {...props} listing={inside} depth={depth + 1} />}
          </div>
        );
      })}
      {more === 0 ? null : (
        <MoreRow count={more} depth={depth} onMore={hasMore(shown, path) ? () => files.showMoreOf(path) : null} />
      )}
    </>
  );
}

/** The rest of a very full folder: a row like the others, so that the arrows come to it. */
function MoreRow(props: { readonly count: number; readonly depth: number; readonly onMore: (() => void) | null }) {
  const { count, depth, onMore } = props;
  const indent = { paddingLeft: 8 + depth * 18 };
  if (onMore === null) {
    return (
      <p className="pad meta small" style={indent}>
        {text("files.tooMany", { count })}
      </p>
    );
  }
  return (
    <div
      role="treeitem"
      tabIndex={-1}
      aria-level={depth + 1}
      aria-selected={false}
      className={styles.entry}
      style={indent}
      onClick={onMore}
      onKeyDown={(event) => onActivate(event, onMore)}
    >
      <span className="icon chevron" />
      <MoreHorizontal className="icon" aria-hidden="true" />
      <span className="cut">{text("files.showMore", { count })}</span>
    </div>
  );
}

function onActivate(event: KeyboardEvent<HTMLElement>, act: () => void): void {
  if (event.key !== "Enter" && event.key !== " ") return;
  event.preventDefault();
  act();
}

function EntryRow({ entry, depth, shown, tabStop, changed }: LevelProps & { readonly entry: FileEntry }) {
  const { files } = useWindow();
  const isFolder = entry.kind === "folder";
  const isOpen = isFolder && shown.opened.has(entry.path);
  const chosen = shown.chosen?.path ?? null;
  const Chevron = isOpen ? ChevronDown : ChevronRight;
  const isChanged = changed.has(entry.path);
  const act = (): void => (isFolder ? files.toggle(entry.path) : files.choose(entry.path));
  return (
    <div
      role="treeitem"
      tabIndex={tabStop === entry.path ? 0 : -1}
      aria-level={depth + 1}
      aria-selected={chosen === entry.path}
      {...(isFolder ? { "aria-expanded": isOpen } : {})}
      data-path={entry.path}
      className={chosen === entry.path ? `${styles.entry} ${styles.isChosen}` : styles.entry}
      style={{ paddingLeft: 8 + depth * 18 }}
      onClick={act}
      onKeyDown={(event) => onActivate(event, act)}
    >
      {isFolder ? <Chevron className="icon chevron" aria-hidden="true" /> : <span className="icon chevron" />}
      {isFolder ? <Folder className="icon" aria-hidden="true" /> : <File className="icon" aria-hidden="true" />}
      <span className="cut">{revealLine(entry.name)}</span>
      {isChanged ? <span className={`${styles.state} tone-added`}>{text("files.changed")}</span> : null}
    </div>
  );
}

/** Arrow keys walk the rows that are shown. */
function moveFocus(event: KeyboardEvent<HTMLDivElement>): void {
  if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>("[role=treeitem]")];
  const at = rows.findIndex((row) => row.matches(":focus"));
  const next = rows[at + (event.key === "ArrowDown" ? 1 : -1)];
  event.preventDefault();
  next?.focus();
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
