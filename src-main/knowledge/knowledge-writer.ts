import { dirname, relative, sep } from "node:path";
import type { ContractError } from "../../src-preload/contract/errors.ts";
import { contractError } from "../../src-preload/contract/errors.ts";
import type { VersionAuthor } from "../../src-preload/contract/knowledge.ts";
import { type AsyncResult, fail, ok, type Result } from "../../src-preload/contract/result.ts";
import type { KnowledgeText } from "../../src-preload/contract/window.ts";
import type { PathGuard } from "../policy/open-in-roots.ts";
import type { PathContext } from "../policy/path-guard.ts";
import { storageError } from "../storage/storage-error.ts";
import { text } from "../words.ts";
import { knowledgeText, readKnown, refused } from "./knowledge-text.ts";
import { type KnownPath, knownPath } from "./known-path.ts";
import type { Versions } from "./versions.ts";

/** What a file is to hold, by what it holds now (null: it is not there); null: it stays as it is. */
export type Edit = (present: KnowledgeText | null) => Result<string | null, ContractError>;

export interface Writing {
  readonly author: VersionAuthor;
  /** Awaited before and after the write with the real path; the first may refuse by throwing. */
  readonly before?: (path: string, bytes: Uint8Array) => Promise<void>;
  readonly after?: (path: string) => Promise<void>;
}

interface WriterOptions {
  readonly guard: PathGuard;
  readonly versions: Versions;
  /** Replaces a file wholly or not at all. */
  readonly write: (path: string, content: string) => AsyncResult<void>;
  /** What stood there was from another program. */
  readonly onForeign: (path: string) => void;
}

/** Other programs that save in the very moment are given way to so often. */
const maxTries = 5;

/**
 * Changes a file of the knowledge: what stood there is kept as a version first, and what another program saves between the
 * look and the write is read again and built upon. Null where nothing was to be changed.
 */
export function createKnowledgeWriter({ guard, versions, write, onForeign }: WriterOptions) {
  /** The real path to write to: a link must lead to knowledge again, and nowhere else. */
  async function target(known: KnownPath, place: PathContext): AsyncResult<string> {
    const resolved = await guard.resolve(`./${known.inside.path}`, "write", place);
    if (!resolved.ok) return fail(refused(resolved.error, known.path));
    const real = relative(place.workFolder, resolved.value.path).split(sep).join("/");
    if (knownPath(real) === null)
      return fail(contractError("forbidden", text("knowledge.leadsOut", { path: known.path })));
    return ok(resolved.value.path);
  }

  /** A person's own save is not held up by trouble with old versions; the agent changes nothing that is not kept. */
  async function keep(known: KnownPath, present: KnowledgeText | null, author: VersionAuthor): AsyncResult<void> {
    const kept = await versions.keepPresent(known.path, bytesOf(present?.text ?? null));
    if (kept.ok && kept.value) onForeign(known.path);
    return kept.ok || author.kind === "you" ? ok(undefined) : kept;
  }

  async function replace(path: string, content: string, { before, after }: Writing, files: PathContext["files"]) {
    try {
      await before?.(path, Buffer.from(content, "utf8"));
      await files.mkdir(dirname(path), { recursive: true, mode: 0o700 });
    } catch (cause) {
      return fail(storageError(cause, dirname(path)));
    }
    const written = await write(path, content);
    if (written.ok) await after?.(path);
    return written;
  }

  return async (
    known: KnownPath,
    place: PathContext,
    edit: Edit,
    writing: Writing,
  ): AsyncResult<KnowledgeText | null> => {
    for (let tries = 1; ; tries += 1) {
      const present = await readKnown(known, place, guard);
      if (!present.ok) return present;
      const next = edit(present.value);
      if (!next.ok || next.value === null) return next.ok ? ok(null) : next;
      const kept = await keep(known, present.value, writing.author);
      if (!kept.ok) return kept;
      const path = await target(known, place);
      if (!path.ok) return path;
      const again = await readKnown(known, place, guard);
      if (!again.ok) return again;
      if (again.value?.version !== present.value?.version) {
        if (tries < maxTries) continue;
        return fail(contractError("conflict", text("knowledge.conflict", { path: known.path })));
      }
      const written = await replace(path.value, next.value, writing, place.files);
      if (!written.ok) return written;
      await versions.add(known.path, bytesOf(next.value), writing.author);
      return ok(knowledgeText(known.path, next.value));
    }
  };
}

export function bytesOf(content: string | null): Buffer | null {
  return content === null ? null : Buffer.from(content, "utf8");
}
