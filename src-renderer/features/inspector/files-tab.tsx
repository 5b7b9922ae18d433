import { ChevronDown, ChevronRight, File, Folder } from "lucide-react";
import { type KeyboardEvent, useEffect, useState } from "react";
import type { SessionKey } from "../../../src-preload/contract/ids.ts";
import type { SessionView } from "../../../src-preload/contract/reducers/session.ts";
import { revealLine } from "../../../src-preload/contract/reveal-controls.ts";
import type { FileEntry, FolderListing } from "../../../src-preload/contract/window.ts";
import { usePick, useWindow } from "../../state/context.ts";
import { text } from "../../ui/text.ts";
import { FilePreviewPane } from "./file-preview.tsx";

interface FilesTabProps {
  readonly sessionKey: SessionKey;
  readonly view: SessionView;
}

/** The work folder, read as it is opened and watched while it is shown; files that this chat changed are marked. */
export function FilesTab({ sessionKey, view }: FilesTabProps) {
  const { client, agent } = useWindow();
  const line = usePick(agent.store, (state) => state.line);
  const [folders, setFolders] = useState<Readonly<Record<string, FolderListing>>>({});
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set([""]));
  const [chosen, setChosen] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const changedAt = view.filesChanged;

  useEffect(() => {
    if (line > 0) void client.request("file.watch", { sessionKey });
  }, [client, sessionKey, line]);

  useEffect(() => {
    let isCurrent = changedAt >= 0 && line > 0;
    for (const path of opened) {
      void client.request("file.list", { sessionKey, path }).then((listed) => {
        if (!isCurrent) return;
        if (listed.ok) setFolders((before) => ({ ...before, [path]: listed.value }));
        if (path === "") setError(listed.ok ? null : listed.error.message);
      });
    }
    return () => {
      isCurrent = false;
    };
  }, [client, sessionKey, opened, changedAt, line]);

  const toggle = (path: string): void => {
    const next = new Set(opened);
    if (!next.delete(path)) next.add(path);
    setOpened(next);
  };
  const changed = changedFiles(view);
  if (error !== null) return <p className="pad note fail">{error}</p>;
  const root = folders[""];
  return (
    <>
      <div className="tree" role="tree" aria-label="Files" onKeyDown={moveFocus}>
        {root === undefined ? null : (
          <Level
            listing={root}
            depth={0}
            folders={folders}
            opened={opened}
            chosen={chosen}
            tabStop={chosen !== null && isShown(chosen, opened) ? chosen : (root.entries[0]?.path ?? null)}
            changed={changed}
            onToggle={toggle}
            onChoose={setChosen}
          />
        )}
        {root?.entries.length === 0 ? <p className="pad meta">{text("files.empty")}</p> : null}
      </div>
      {chosen === null ? null : (
        <FilePreviewPane sessionKey={sessionKey} path={chosen} version={`${line} ${changedAt}`} />
      )}
    </>
  );
}

interface LevelProps {
  readonly listing: FolderListing;
  readonly depth: number;
  readonly folders: Readonly<Record<string, FolderListing>>;
  readonly opened: ReadonlySet<string>;
  readonly chosen: string | null;
  /** The one row that Tab comes to; arrows walk from there. */
  readonly tabStop: string | null;
  readonly changed: ReadonlySet<string>;
  readonly onToggle: (path: string) => void;
  readonly onChoose: (path: string) => void;
}

function Level(props: LevelProps) {
  const { listing, depth, folders, opened } = props;
  return (
    <>
      {listing.entries.map((entry) => (
        <div key={entry.path} role="none">
          <EntryRow {...props} entry={entry} />
          {entry.kind === "folder" && opened.has(entry.path) && folders[entry.path] !== undefined ? (
            <Level {...props} listing={folders[entry.path] ?? listing} depth={depth + 1} />
          ) : null}
        </div>
      ))}
      {listing.more === 0 ? null : <p className="pad meta sm">{text("files.more", { count: listing.more })}</p>}
    </>
  );
}

function EntryRow({
  entry,
  depth,
  opened,
  chosen,
  tabStop,
  changed,
  onToggle,
  onChoose,
}: LevelProps & { readonly entry: FileEntry }) {
  const isFolder = entry.kind === "folder";
  const isOpen = isFolder && opened.has(entry.path);
  const Chevron = isOpen ? ChevronDown : ChevronRight;
  const isChanged = changed.has(entry.path);
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
      onClick={() => (isFolder ? onToggle(entry.path) : onChoose(entry.path))}
      onKeyDown={(event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        if (isFolder) onToggle(entry.path);
        else onChoose(entry.path);
      }}
    >
      {isFolder ? <Chevron className="i chev" aria-hidden="true" /> : <span className="i chev" />}
      {isFolder ? <Folder className="i" aria-hidden="true" /> : <File className="i" aria-hidden="true" />}
      <span className="cut">{revealLine(entry.name)}</span>
      {isChanged ? <span className="st t-add">{text("files.changed")}</span> : null}
    </div>
  );
}

/** Every folder above it is open. */
function isShown(path: string, opened: ReadonlySet<string>): boolean {
  const parts = path.split("/");
  return parts.slice(1).every((_, index) => opened.has(parts.slice(0, index + 1).join("/")));
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
