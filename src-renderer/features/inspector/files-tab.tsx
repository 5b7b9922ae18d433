import { ChevronDown, ChevronRight, File, Folder, MoreHorizontal } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import type { SessionKey } from "../../../src-preload/contract/ids.ts";
import type { SessionView } from "../../../src-preload/contract/reducers/session.ts";
import { revealLine } from "../../../src-preload/contract/reveal-controls.ts";
import type { FileEntry, FolderListing } from "../../../src-preload/contract/window.ts";
import { usePick, useWindow } from "../../state/context.ts";
import { SearchField } from "../../ui/search-field.tsx";
import { text } from "../../ui/text.ts";
import { FilePreviewPane } from "./file-preview.tsx";
import { useFolders } from "./use-folders.ts";

interface FilesTabProps {
  readonly sessionKey: SessionKey;
  readonly view: SessionView;
}

/** The work folder, read as it is opened and watched while it is shown; files that this chat changed are marked. */
export function FilesTab({ sessionKey, view }: FilesTabProps) {
  const { client, agent } = useWindow();
  const line = usePick(agent.store, (state) => state.line);
  const [chosen, setChosen] = useState<string | null>(null);
  const changedAt = view.filesChanged;
  const folders = useFolders(sessionKey, changedAt);
  const tree = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (line > 0) void client.request("file.watch", { sessionKey });
  }, [client, sessionKey, line]);

  if (folders.error !== null) return <p className="pad note fail">{folders.error}</p>;
  const root = folders.listingOf("");
  const rows = root === undefined ? [] : shownPaths(root, folders);
  return (
    <>
      <div className="filter">
        <SearchField
          label={text("files.filter")}
          query={folders.words}
          onSearch={folders.setWords}
          onDown={() => tree.current?.querySelector<HTMLElement>("[role=treeitem]")?.focus()}
        />
      </div>
      <div ref={tree} className="tree" role="tree" aria-label="Files" onKeyDown={moveFocus}>
        {root === undefined ? null : (
          <Level
            listing={root}
            depth={0}
            folders={folders}
            chosen={chosen}
            tabStop={chosen !== null && rows.includes(chosen) ? chosen : (rows[0] ?? null)}
            changed={changedFiles(view)}
            onChoose={setChosen}
          />
        )}
        {root?.entries.length === 0 ? <EmptyTree words={folders.words} /> : null}
      </div>
      {chosen === null ? null : (
        <FilePreviewPane sessionKey={sessionKey} path={chosen} version={`${line} ${changedAt}`} />
      )}
    </>
  );
}

function EmptyTree({ words }: { readonly words: string }) {
  return (
    <p className="pad meta">
      {words.trim() === "" ? text("files.empty") : text("files.noMatch", { words: revealLine(words) })}
    </p>
  );
}

type Folders = ReturnType<typeof useFolders>;

interface LevelProps {
  readonly listing: FolderListing;
  readonly depth: number;
  readonly folders: Folders;
  readonly chosen: string | null;
  /** The one row that Tab comes to; arrows walk from there. */
  readonly tabStop: string | null;
  readonly changed: ReadonlySet<string>;
  readonly onChoose: (path: string) => void;
}

function Level(props: LevelProps) {
  const { listing, depth, folders } = props;
  return (
    <>
      {listing.entries.map((entry) => {
        const inside = listingIn(entry, folders);
        return (
          <div key={entry.path} role="none">
            <EntryRow {...props} entry={entry} />
            {inside === undefined ? null : <Level {...props} listing={inside} depth={depth + 1} />}
          </div>
        );
      })}
      {listing.more === 0 ? null : (
        <MoreRow count={listing.more} depth={depth} onMore={folders.showMoreOf(listing.path)} />
      )}
    </>
  );
}

/** What an opened folder shows; undefined for all else. */
function listingIn({ kind, path }: FileEntry, { opened, listingOf }: Folders): FolderListing | undefined {
  return kind === "folder" && opened.has(path) ? listingOf(path) : undefined;
}

/** The rest of a very full folder: a row like the others, so that the arrows come to it. */
function MoreRow(props: { readonly count: number; readonly depth: number; readonly onMore: (() => void) | null }) {
  const { count, depth, onMore } = props;
  const indent = { paddingLeft: 8 + depth * 18 };
  if (onMore === null) {
    return (
      <p className="pad meta sm" style={indent}>
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
      className="f more"
      style={indent}
      onClick={onMore}
      onKeyDown={(event) => onActivate(event, onMore)}
    >
      <span className="i chev" />
      <MoreHorizontal className="i" aria-hidden="true" />
      <span className="cut">{text("files.showMore", { count })}</span>
    </div>
  );
}

function onActivate(event: KeyboardEvent<HTMLElement>, act: () => void): void {
  if (event.key !== "Enter" && event.key !== " ") return;
  event.preventDefault();
  act();
}

function EntryRow({
  entry,
  depth,
  folders,
  chosen,
  tabStop,
  changed,
  onChoose,
}: LevelProps & { readonly entry: FileEntry }) {
  const isFolder = entry.kind === "folder";
  const isOpen = isFolder && folders.opened.has(entry.path);
  const Chevron = isOpen ? ChevronDown : ChevronRight;
  const isChanged = changed.has(entry.path);
  const act = (): void => (isFolder ? folders.toggle(entry.path) : onChoose(entry.path));
  return (
    <div
      role="treeitem"
      tabIndex={tabStop === entry.path ? 0 : -1}
      aria-level={depth + 1}
      aria-selected={chosen === entry.path}
      {...(isFolder ? { "aria-expanded": isOpen } : {})}
      data-path={entry.path}
      className={chosen === entry.path ? "f on" : "f"}
      style={{ paddingLeft: 8 + depth * 18 }}
      onClick={act}
      onKeyDown={(event) => onActivate(event, act)}
    >
      {isFolder ? <Chevron className="i chev" aria-hidden="true" /> : <span className="i chev" />}
      {isFolder ? <Folder className="i" aria-hidden="true" /> : <File className="i" aria-hidden="true" />}
      <span className="cut">{revealLine(entry.name)}</span>
      {isChanged ? <span className="st t-add">{text("files.changed")}</span> : null}
    </div>
  );
}

/** The rows from top to bottom, as they are drawn. */
function shownPaths(listing: FolderListing, folders: Folders): readonly string[] {
  return listing.entries.flatMap((entry) => {
    const inside = listingIn(entry, folders);
    return inside === undefined ? [entry.path] : [entry.path, ...shownPaths(inside, folders)];
  });
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

/** Paths below the work folder that tools of this chat have changed. */
function changedFiles(view: SessionView): ReadonlySet<string> {
  const changed = new Set<string>();
  for (const { message } of view.messages) {
    if (message.role !== "tool" || message.details?.diff === undefined || message.details.path === undefined) continue;
    const path = message.details.path;
    if (path.startsWith(`${view.workFolder}/`)) changed.add(path.slice(view.workFolder.length + 1));
  }
  return changed;
}
