import { type ContractError, contractError } from "../../src-preload/contract/errors.ts";
import type { KnowledgeVersion, VersionAuthor } from "../../src-preload/contract/knowledge.ts";
import { type AsyncResult, fail, ok, type Result } from "../../src-preload/contract/result.ts";
import type { KnowledgeFile, KnowledgeText } from "../../src-preload/contract/window.ts";
import type { EventBus } from "../bus/event-bus.ts";
import { createLane } from "../bus/lane.ts";
import type { FolderWatch, WatchFolder } from "../files/watch-folder.ts";
import type { Log } from "../host.ts";
import type { PathGuard } from "../policy/open-in-roots.ts";
import type { PathContext } from "../policy/path-guard.ts";
import { text } from "../words.ts";
import { knowledgeText, readKnown } from "./knowledge-text.ts";
import { bytesOf, createKnowledgeWriter, type Edit, type Writing } from "./knowledge-writer.ts";
import { type KnownPath, knownPath, leadsToKnowledge } from "./known-path.ts";
import { listKnowledge } from "./list-knowledge.ts";
import type { Versions } from "./versions.ts";

export interface KnowledgeOptions {
  readonly guard: PathGuard;
  readonly events: EventBus;
  readonly log: Log;
  readonly watchFolder: WatchFolder;
  readonly versions: Versions;
  /** What stands at this path came from another program. */
  readonly onForeign: (path: string) => void;
  /** Replaces a file wholly or not at all. */
  readonly write: (path: string, content: string) => AsyncResult<void>;
  readonly workspacePlace: () => AsyncResult<PathContext>;
  /** The skills that come with the app; fails where there are none. */
  readonly skillsPlace: () => AsyncResult<PathContext>;
}

/** The files that the agent knows the user by. Nothing but the listed kinds of paths is read or written. */
export interface Knowledge extends AsyncDisposable {
  /** Also begins to tell of changes that others make. */
  list(): AsyncResult<readonly KnowledgeFile[]>;
  read(path: string): AsyncResult<KnowledgeText>;
  /** Fails with `conflict` when the disk does not hold `base` (null: nothing); its data is what the disk holds. */
  save(path: string, content: string, base: string | null): AsyncResult<KnowledgeText>;
  /** Changes it by what it holds then; null where nothing was to be changed. */
  change(path: string, edit: Edit, writing: Writing): AsyncResult<KnowledgeText | null>;
  /** A tool wrote it: what stands there now is a version of this author. */
  written(path: string, author: VersionAuthor): Promise<void>;
  /** Newest first. */
  versions(path: string): AsyncResult<readonly KnowledgeVersion[]>;
  readVersion(path: string, version: string): AsyncResult<KnowledgeText>;
}

const gone = "";

export function createKnowledge(options: KnowledgeOptions): Knowledge {
  const { guard, events, versions } = options;
  /** The version that was told last, so that an own save is told once. */
  const told = new Map<string, string>();
  let watch: FolderWatch | null = null;
  let isOver = false;
  /** A save looks at the disk and then writes. */
  const inTurn = createLane((cause) => options.log("error", "knowledge work threw", { reason: String(cause) }));

  async function placeOf(known: KnownPath): AsyncResult<PathContext> {
    return known.inside.root === "workspace" ? options.workspacePlace() : options.skillsPlace();
  }

  async function read(path: string): AsyncResult<KnowledgeText | null> {
    const known = knownPath(path);
    if (known === null) return fail(contractError("forbidden", text("knowledge.unknown", { path })));
    const place = await placeOf(known);
    return place.ok ? readKnown(known, place.value, guard) : place;
  }

  function publish(path: string, version: string): void {
    if (told.get(path) === version) return;
    told.set(path, version);
    events.publish({ topic: "memory", type: "knowledge-changed", path });
  }

  async function changedOutside(path: string): Promise<void> {
    const now = await read(path);
    if (now.ok && knownPath(path)?.readOnly === false) {
      const kept = await versions.keepPresent(path, bytesOf(now.value?.text ?? null));
      if (kept.ok && kept.value) options.onForeign(path);
    }
    // What cannot be read did change all the same.
    publish(path, now.ok ? (now.value?.version ?? gone) : `unreadable ${now.error.code}`);
  }

  function beginWatching(place: PathContext): void {
    if (watch !== null || isOver) return;
    watch = options.watchFolder({
      folder: place.workFolder,
      depth: 2,
      ignores: (path) => !leadsToKnowledge(path),
      onChange(paths) {
        for (const path of paths) if (knownPath(path) !== null) void inTurn(() => changedOutside(path));
      },
    });
  }

  const change = createKnowledgeWriter({ guard, versions, write: options.write, onForeign: options.onForeign });

  async function changed(known: KnownPath, edit: Edit, writing: Writing): AsyncResult<KnowledgeText | null> {
    const place = await options.workspacePlace();
    if (!place.ok) return place;
    const written = await change(known, place.value, edit, writing);
    if (written.ok && written.value !== null) publish(known.path, written.value.version);
    return written;
  }

  /** What may be written here; `read-only` for what comes with the app. */
  function ownPath(path: string): Result<KnownPath, ContractError> {
    const known = knownPath(path);
    if (known === null) return fail(contractError("forbidden", text("knowledge.unknown", { path })));
    return known.readOnly ? fail(contractError("read-only", text("knowledge.builtIn", { path }))) : ok(known);
  }

  return {
    async list() {
      const workspace = await options.workspacePlace();
      if (!workspace.ok) return workspace;
      const skills = await options.skillsPlace();
      beginWatching(workspace.value);
      await watch?.ready;
      return listKnowledge(workspace.value, skills.ok ? skills.value : null, guard);
    },
    async read(path) {
      const found = await read(path);
      if (!found.ok) return found;
      if (found.value === null) return fail(contractError("not-found", text("knowledge.notFound", { path })));
      return ok(found.value);
    },
    async save(path, content, base) {
      const known = ownPath(path);
      if (!known.ok) return known;
      const edit: Edit = (present) => {
        const version = present?.version ?? null;
        if (version === base) return ok(content);
        const data = { text: present?.text ?? "", version };
        return fail(contractError("conflict", text("knowledge.conflict", { path }), data));
      };
      return inTurn(async () => {
        const saved = await changed(known.value, edit, { author: { kind: "you" } });
        return saved.ok ? ok(saved.value ?? knowledgeText(path, content)) : saved;
      });
    },
    async change(path, edit, writing) {
      const known = ownPath(path);
      return known.ok ? inTurn(() => changed(known.value, edit, writing)) : known;
    },
    written: (path, author) =>
      inTurn(async () => {
        const now = await read(path);
        if (!now.ok) return;
        const kept = await versions.add(path, bytesOf(now.value?.text ?? null), author);
        if (!kept.ok) options.log("warn", "a version was not kept", { path, reason: kept.error.message });
      }),
    async versions(path) {
      const known = ownPath(path);
      return known.ok ? inTurn(() => versions.list(path)) : known;
    },
    async readVersion(path, version) {
      const known = ownPath(path);
      if (!known.ok) return known;
      const bytes = await inTurn(() => versions.read(path, version));
      if (!bytes.ok) return bytes;
      if (bytes.value === null) return fail(contractError("not-found", text("knowledge.versionGone")));
      return ok(knowledgeText(path, bytes.value.toString("utf8")));
    },
    async [Symbol.asyncDispose]() {
      isOver = true;
      await watch?.[Symbol.asyncDispose]();
      await inTurn(async () => undefined);
    },
  };
}
