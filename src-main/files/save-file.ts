import { type ContractError, contractError } from "../../src-preload/contract/errors.ts";
import type { WorkFile } from "../../src-preload/contract/files.ts";
import { type AsyncResult, fail, ok, type Result } from "../../src-preload/contract/result.ts";
import type { GuardedPath, PathContext } from "../policy/path-guard.ts";
import type { PathLock } from "../tools/path-lock.ts";
import type { replaceFile } from "../tools/replace-file.ts";
import { text } from "../words.ts";
import { withEndsOf, withPlainEnds } from "./line-ends.ts";
import { type OpenDependencies, personError, type TextFile, versionOf, workFile } from "./open-file.ts";
import { refusalError } from "./refusal.ts";
import { forGuard, normalPath } from "./relative-path.ts";

/** A text that a person saves. */
export interface SavedText {
  readonly path: string;
  readonly text: string;
  /** The version that was edited; null for what was not there. */
  readonly base: string | null;
}

export interface SaveDependencies extends OpenDependencies {
  readonly replaceFile: typeof replaceFile;
  /** The one that the tools hold while they write. */
  readonly locks: PathLock;
  /** Awaited before the write: a command that is on has not made this change. */
  readonly saves: (path: string, bytes: Uint8Array) => Promise<void>;
}

/** Programs that save in the very moment are given way to so often. */
const maxTries = 5;
/** A name in which the temporary file of a save is told from those of the tools. */
const writer = "save";

type Target = Pick<GuardedPath, "path"> & { readonly asked: string };

/**
 * Replaces a file by what a person wrote, wholly or not at all, where it is still the one that was edited: it takes its turn
 * with the tools of runs. Fails with `conflict` where something else stands there; its data is that.
 */
export async function saveFile(saved: SavedText, place: PathContext, deps: SaveDependencies): AsyncResult<WorkFile> {
  const asked = normalPath(saved.path, place.platform);
  const resolved = await deps.guard.resolve(forGuard(asked, place.platform), "write", place);
  if (!resolved.ok) return fail(refusalError(resolved.error, asked));
  const { signal } = new AbortController();
  const target = { path: resolved.value.path, asked };
  return deps.locks.hold(target.path, signal, async () => {
    for (let tries = 1; ; tries += 1) {
      const written = await write(target, saved, { ...place, signal }, deps);
      if (written !== null) return written;
      if (tries >= maxTries) return fail(contractError("conflict", text("file.conflict", { path: asked })));
    }
  });
}

/** Null where something else stood there in the very moment: it is to be looked at again. */
async function write(
  target: Target,
  { text: words, base }: SavedText,
  place: PathContext & { readonly signal: AbortSignal },
  deps: SaveDependencies,
): Promise<Result<WorkFile, ContractError> | null> {
  const { path, asked } = target;
  const found = await deps.readExisting(path, deps.guard, { ...place, childEnv: deps.childEnv });
  if (found.kind === "refused") return fail(personError(found.failure, asked));
  if (found.kind === "opaque") return fail(contractError("conflict", text("file.notTextNow", { path: asked })));
  const present = found.kind === "text" ? found : null;
  if (present === null ? base !== null : base !== versionOf(present.bytes)) return fail(conflict(asked, present));
  const bytes = await bytesOf(words, present, deps);
  if (!bytes.ok)
    return fail(contractError("invalid-input", text("file.notSaved", { path: asked, reason: bytes.error })));
  await deps.saves(path, bytes.value);
  const context = {
    ...place,
    clock: deps.clock,
    log: deps.log,
    runId: writer,
    afterWrite: async () => undefined,
  };
  const replacement = { path, display: asked, bytes: bytes.value, before: present?.stats ?? null };
  const written = await deps.replaceFile(replacement, deps.guard, context);
  if (written.ok) return ok(workFile(asked, { bytes: bytes.value, text: words }));
  return written.error.details?.code === "changed-meanwhile" ? null : fail(personError(written.error, asked));
}

function conflict(path: string, present: TextFile | null): ContractError {
  const data =
    present === null
      ? { text: "", version: null }
      : { text: withPlainEnds(present.text), version: versionOf(present.bytes) };
  return contractError("conflict", text("file.conflict", { path }), data);
}

/** In the encoding of the file, with its mark and its line ends; a new file is UTF-8. */
async function bytesOf(
  words: string,
  present: TextFile | null,
  { encodeChange }: SaveDependencies,
): Promise<Result<Buffer, string>> {
  if (present === null) return ok(Buffer.from(words, "utf8"));
  return encodeChange(present, await withEndsOf(present.text, words));
}
