import { dirname, relative, sep } from "node:path";
import { contractError } from "../../src-preload/contract/errors.ts";
import { type AsyncResult, fail, ok } from "../../src-preload/contract/result.ts";
import type { KnowledgeFile, KnowledgeText } from "../../src-preload/contract/window.ts";
import type { EventBus } from "../bus/event-bus.ts";
import { createLane } from "../bus/lane.ts";
import type { FolderWatch, WatchFolder } from "../files/watch-folder.ts";
import type { Log } from "../host.ts";
import type { PathGuard } from "../policy/open-in-roots.ts";
import type { PathContext } from "../policy/path-guard.ts";
import { storageError } from "../storage/storage-error.ts";
import { text } from "../words.ts";
import { knowledgeText, readKnown, refused } from "./knowledge-text.ts";
import { type KnownPath, knownPath, leadsToKnowledge } from "./known-path.ts";
import { listKnowledge } from "./list-knowledge.ts";

export interface KnowledgeOptions {
  readonly guard: PathGuard;
  readonly events: EventBus;
  readonly log: Log;
  readonly watchFolder: WatchFolder;
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
}

const gone = "";

export function createKnowledge(options: KnowledgeOptions): Knowledge {
  const { guard, events } = options;
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

  /** The real path to write to: a link must lead to knowledge again, and nowhere else. */
  async function target(known: KnownPath, place: PathContext): AsyncResult<string> {
    const resolved = await guard.resolve(`./${known.inside.path}`, "write", place);
    if (!resolved.ok) return fail(refused(resolved.error, known.path));
    const real = relative(place.workFolder, resolved.value.path).split(sep).join("/");
    if (knownPath(real) === null)
      return fail(contractError("forbidden", text("knowledge.leadsOut", { path: known.path })));
    return ok(resolved.value.path);
  }

  async function save(known: KnownPath, content: string, base: string | null): AsyncResult<KnowledgeText> {
    const place = await options.workspacePlace();
    if (!place.ok) return place;
    const before = await readKnown(known, place.value, guard);
    if (!before.ok) return before;
    const version = before.value?.version ?? null;
    if (version !== base) {
      const data = { text: before.value?.text ?? "", version };
      return fail(contractError("conflict", text("knowledge.conflict", { path: known.path }), data));
    }
    const path = await target(known, place.value);
    if (!path.ok) return path;
    try {
      await place.value.files.mkdir(dirname(path.value), { recursive: true, mode: 0o700 });
    } catch (cause) {
      return fail(storageError(cause, dirname(path.value)));
    }
    const written = await options.write(path.value, content);
    if (!written.ok) return written;
    const saved = knowledgeText(known.path, Buffer.from(content, "utf8"));
    publish(known.path, saved.version);
    return ok(saved);
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
      const known = knownPath(path);
      if (known === null) return fail(contractError("forbidden", text("knowledge.unknown", { path })));
      if (known.readOnly) return fail(contractError("read-only", text("knowledge.builtIn", { path })));
      return inTurn(() => save(known, content, base));
    },
    async [Symbol.asyncDispose]() {
      isOver = true;
      await watch?.[Symbol.asyncDispose]();
      await inTurn(async () => undefined);
    },
  };
}
