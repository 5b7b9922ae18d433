import type { ChangeDiff, RevertEnd } from "../../src-preload/contract/changes.ts";
import { contractError } from "../../src-preload/contract/errors.ts";
import type { RunId, SessionKey } from "../../src-preload/contract/ids.ts";
import { type AsyncResult, fail, ok } from "../../src-preload/contract/result.ts";
import type { PathContext } from "../policy/path-guard.ts";
import type { ObjectStore } from "../storage/object-store.ts";
import { type TextKey, text } from "../words.ts";
import { nameIn } from "./change-list.ts";
import { type TextTools, textOfState } from "./contents.ts";
import { type FileState, isSameState } from "./file-state.ts";
import { type LookTools, lookAt } from "./look.ts";
import type { PathChange } from "./manifest.ts";
import { movedFiles } from "./moved-files.ts";
import type { LeftPath } from "./revert-plan.ts";
import type { Reverted, Reverter } from "./reverter.ts";
import { knownState, leftBy, type RunFamily, type Standing, standingOf } from "./standing.ts";
import { hunksBetween, withoutHunks } from "./text-hunks.ts";

/* One file of one run: what was changed in it, and taking back some of that. */

export interface DiffRequest {
  readonly runId: RunId;
  readonly path: string;
  /** What the agent left beside what was there before, or what stands there now beside what it left. */
  readonly against: "left" | "now";
}

export interface HunksRequest {
  readonly runId: RunId;
  readonly path: string;
  readonly hunks: readonly number[];
}

interface FileChangesNeeds {
  readonly objects: ObjectStore;
  readonly tools: LookTools;
  readonly texts: TextTools;
  readonly reverter: Reverter;
  readonly placeOf: (root: string) => Promise<PathContext | null>;
  readonly now: (path: string, root: string) => Promise<FileState>;
}

interface FileChange {
  readonly family: RunFamily;
  readonly change: PathChange;
  readonly before: FileState;
  /** What Perch left there, with what was taken back since. */
  readonly known: FileState;
  readonly current: FileState;
  readonly standing: Standing;
}

export function createFileChanges({ objects, tools, texts, reverter, placeOf, now }: FileChangesNeeds) {
  async function find(families: readonly RunFamily[], runId: RunId, path: string): Promise<FileChange | null> {
    const family = families.find(({ run }) => run.runId === runId);
    const change = family?.run.paths.get(path);
    if (family === undefined || change === undefined) return null;
    const origin = movedFiles(family.run).get(path);
    const { before } = (origin === undefined ? undefined : family.run.paths.get(origin)) ?? change;
    const current = await now(path, change.root);
    const known = knownState(family, path, current) ?? leftBy(change, current);
    return { family, change, before, known, current, standing: standingOf(family, path, current, families) };
  }

  async function sidesOf({ before, known, current, standing, change }: FileChange, { path, against }: DiffRequest) {
    if (against === "left") return [before, standing === "reverted" ? leftBy(change) : known] as const;
    // What somebody else left there is kept for as long as it takes to compare it.
    const place = await placeOf(change.root);
    if (place !== null) await lookAt(path, "kept", place, tools);
    return [known, current] as const;
  }

  return {
    async diff(families: readonly RunFamily[], asked: DiffRequest): AsyncResult<ChangeDiff> {
      const found = await find(families, asked.runId, asked.path);
      if (found === null) return fail(contractError("not-found", text("undo.noChange", { path: asked.path })));
      const { standing } = found;
      const [old, next] = await Promise.all(
        (await sidesOf(found, asked)).map((state) => textOfState(state, objects, texts)),
      );
      const hunks = old?.ok === true && next?.ok === true ? await hunksBetween(old.value.text, next.value.text) : null;
      return hunks === null
        ? ok({ kind: "other", hunks: [], more: 0, standing })
        : ok({ kind: "text", hunks: hunks.hunks, more: hunks.more, standing });
    },
    async revertHunks(
      sessionKey: SessionKey,
      families: readonly RunFamily[],
      asked: HunksRequest,
    ): AsyncResult<RevertEnd> {
      const found = await find(families, asked.runId, asked.path);
      if (found === null) return fail(contractError("not-found", text("undo.noChange", { path: asked.path })));
      const { family, change, before, known, current } = found;
      const { workFolder } = family.run;
      const refused = (key: TextKey) =>
        fail(contractError("conflict", text(key, { path: nameIn(asked.path, workFolder) })));
      if (!isSameState(known, current)) return refused("undo.changedSince");
      const old = await textOfState(before, objects, texts);
      const next = await textOfState(known, objects, texts);
      if (!old.ok || !next.ok || known.kind !== "file") return refused("undo.notText");
      const hunks = await hunksBetween(old.value.text, next.value.text);
      const wanted = hunks === null ? null : await withoutHunks(next.value.text, hunks.patch, new Set(asked.hunks));
      const bytes = wanted === null ? null : texts.encodeChange(next.value, wanted);
      if (bytes?.ok !== true) return refused("undo.notText");
      // With nothing left of the change the file is what it was to the byte, mode and encoding too.
      const isAll = before.kind === "file" && wanted === old.value.text;
      const hash = await objects.keep(bytes.value, true);
      const to: FileState = isAll ? before : { kind: "file", hash, size: bytes.value.length, mode: known.mode };
      const step = { path: asked.path, root: change.root, from: known, to };
      const made = await reverter.revert({ sessionKey, workFolder, of: family.run.runId, steps: [step] });
      return ok(endOf(made, made.left, workFolder));
    },
  };
}

export function endOf(made: Reverted | null, left: readonly LeftPath[], workFolder: string): RevertEnd {
  return {
    reverts: made === null ? [] : [made.revertId],
    reverted: (made?.paths ?? []).map((path) => nameIn(path, workFolder)),
    left: left.map(({ path, why, lines = [] }) => ({
      name: nameIn(path, workFolder),
      why: why === "not-empty" ? "failed" : why,
      lines,
    })),
  };
}
