import { join } from "node:path";
import {
  type IdMint,
  type RunId,
  runIdSchema,
  type SessionKey,
  sessionKeySchema,
} from "../../src-preload/contract/ids.ts";
import { z } from "../../src-preload/contract/zod.ts";
import type { Clock, Log } from "../host.ts";
import type { PathContext } from "../policy/path-guard.ts";
import type { FileSystem } from "../storage/file-system.ts";
import { syncFolder } from "../storage/sync-folder.ts";
import { isMissing, reasonOf } from "../thrown.ts";
import type { PathLock } from "../tools/path-lock.ts";
import { absent, type FileState, isSameState } from "./file-state.ts";
import { type LookTools, lookAt } from "./look.ts";
import type { ManifestLine, RunChanges } from "./manifest.ts";
import type { ManifestLog } from "./manifest-log.ts";
import { missingFolders } from "./missing-folders.ts";
import { type Put, putState, tempPrefix } from "./put-state.ts";
import type { LeftPath, RevertStep } from "./revert-plan.ts";
import { splitPath } from "./split-path.ts";
import type { TidyGate } from "./tidy-gate.ts";

export interface ReverterNeeds {
  /** Holds a file for each revert that is on: what is found here at a start was cut off. */
  readonly openFolder: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly ids: Pick<IdMint, "run">;
  readonly files: FileSystem;
  readonly locks: PathLock;
  readonly manifests: ManifestLog;
  readonly tools: LookTools;
  /** A place whose only root is this folder; null where it is gone. */
  readonly placeOf: (root: string) => Promise<PathContext | null>;
  readonly gate: TidyGate;
  readonly wrote: (path: string, state: FileState) => void;
}

interface RevertRequest {
  readonly sessionKey: SessionKey;
  readonly workFolder: string;
  /** What is taken back. */
  readonly of: RunId;
  readonly steps: readonly RevertStep[];
}

export interface Reverted {
  readonly revertId: RunId;
  readonly paths: readonly string[];
  readonly left: readonly LeftPath[];
}

const openMarkSchema = z.object({ sessionKey: sessionKeySchema, revertId: runIdSchema });
type OpenMark = z.infer<typeof openMarkSchema>;

/** Carries out what was planned. Each path is in one of its two states at any time, and one that was cut off is finished. */
export interface Reverter {
  revert(request: RevertRequest): Promise<Reverted>;
  /** Finishes what a process that is gone had begun. Tells what of it had to be left. */
  finishOpen(): Promise<readonly LeftPath[]>;
}

export function createReverter(needs: ReverterNeeds): Reverter {
  return {
    async revert({ sessionKey, workFolder, of, steps }) {
      using _ = await needs.gate.hold();
      const revertId = needs.ids.run();
      const { kept, left: gone } = await keepNow(steps, needs);
      const lines = kept.map(
        ({ path, root, from, to, left }): ManifestLine => ({
          type: "before",
          path,
          root,
          state: from,
          next: to,
          ...(left === undefined ? {} : { left }),
          by: "tool",
        }),
      );
      const at = needs.clock.now();
      const head: ManifestLine = {
        type: "run",
        version: 1,
        runId: revertId,
        sessionKey,
        workFolder,
        author: "you",
        at,
        of,
        steps: kept.length,
      };
      await markOpen({ sessionKey, revertId }, needs);
      await needs.manifests.add(sessionKey, revertId, [head, ...lines], true);
      const left = [...gone, ...(await carryOut(kept, { sessionKey, revertId }, needs))];
      const stayed = new Set(left.map(({ path }) => path));
      return { revertId, left, paths: steps.map(({ path }) => path).filter((path) => !stayed.has(path)) };
    },
    async finishOpen() {
      const left: LeftPath[] = [];
      for (const name of await namesIn(needs.openFolder, needs.files)) left.push(...(await finish(name, needs)));
      return left;
    },
  };
}

/** Tells the next process of a revert that has begun. */
async function markOpen(mark: OpenMark, { files, openFolder }: ReverterNeeds): Promise<void> {
  await files.mkdir(openFolder, { recursive: true, mode: 0o700 });
  await files.writeFile(join(openFolder, mark.revertId), JSON.stringify(mark), { mode: 0o600, flush: true });
  await syncFolder(files, openFolder);
}

/** Carries out the steps in their order and writes down what became of each. */
async function carryOut(steps: readonly RevertStep[], mark: OpenMark, needs: ReverterNeeds) {
  const { files, manifests, openFolder } = needs;
  const left: LeftPath[] = [];
  const lines: ManifestLine[] = [];
  let temps = 0;
  for (const step of steps) {
    const { path, from, to } = step;
    const put = await take(step, () => `${mark.revertId}-${temps++}`, needs);
    lines.push({ type: "after", path, state: put.kind === "done" ? to : from });
    // A folder with files of somebody else is left with them.
    if (put.kind === "left" && put.why !== "not-empty") left.push({ path, why: put.why });
  }
  await manifests.add(mark.sessionKey, mark.revertId, [...lines, { type: "end" }], true);
  await files.rm(join(openFolder, mark.revertId), { force: true });
  return left;
}

const never = new AbortController().signal;

async function take(step: RevertStep, tempName: () => string, needs: ReverterNeeds): Promise<Put> {
  const { locks, log, placeOf, tools, wrote } = needs;
  const place = await placeOf(step.root);
  if (place === null) return { kind: "left", why: "unreachable" };
  const put = await locks.hold(step.path, never, () => putState(step, { place, tools, tempName }));
  if (put.kind === "done") wrote(step.path, step.to);
  else log("info", "a path was not reverted", { path: step.path, why: put.why, cause: reasonOf(put.cause ?? "") });
  return put;
}

/** Carries on with one that was cut off. */
async function finish(name: string, needs: ReverterNeeds): Promise<readonly LeftPath[]> {
  const { files, log, manifests, openFolder } = needs;
  const path = join(openFolder, name);
  const parsed = openMarkSchema.safeParse(parseJson(await files.readFile(path, "utf8")));
  const begun = parsed.success
    ? (await manifests.read(parsed.data.sessionKey)).find((one) => one.runId === parsed.data.revertId)
    : undefined;
  // One that was cut off before its manifest stood whole changed nothing.
  if (!parsed.success || begun === undefined || begun.isEnded || begun.paths.size < (begun.steps ?? 0)) {
    await files.rm(path, { force: true });
    return [];
  }
  await removeTemps(begun, needs);
  const left = await carryOut(stepsOf(begun), parsed.data, needs);
  const paths = left.map((one) => one.path);
  log("warn", "a revert that had been cut off was finished", { revertId: begun.runId, left: paths });
  return left;
}

/** Takes away files that were being made beside their place. */
async function removeTemps({ runId, paths }: RunChanges, { files, placeOf, tools }: ReverterNeeds): Promise<void> {
  const parents = new Map(
    [...paths.values()].map(({ path, root }) => [splitPath(path, process.platform).parent, root]),
  );
  for (const [parent, root] of parents) {
    const place = await placeOf(root);
    if (place === null) continue;
    const opened = await tools.guard.openFolder(parent, { access: "write" }, place);
    if (!opened.ok) continue;
    await using folder = opened.value;
    if (folder.path !== parent) continue;
    const names = (await files.readdir(folder.location)).filter((one) => one.startsWith(`${tempPrefix}${runId}-`));
    for (const one of names) await files.rm(folder.at(one), { force: true });
  }
}

/** What stands there now is kept first, so that the revert can be taken back too. */
async function keepNow(steps: readonly RevertStep[], { placeOf, tools }: ReverterNeeds) {
  const kept: RevertStep[] = [];
  const left: LeftPath[] = [];
  for (const step of steps) {
    const place = await placeOf(step.root);
    const look = place === null ? null : await lookAt(step.path, "durable", place, tools);
    if (look === null) left.push({ path: step.path, why: "unreachable" });
    // Of several runs the earlier one finds there what the later one has put.
    else if (place !== null && isSameState(look.state, step.from)) kept.push(...(await withFolders(step, place, kept)));
    else left.push({ path: step.path, why: "changed" });
  }
  return { kept, left };
}

/** A path that is made again, behind the folders on its way that are gone: they go with it when that is taken back. */
async function withFolders(step: RevertStep, place: PathContext, before: readonly RevertStep[]) {
  if (step.to.kind === "absent") return [step];
  const missing = await missingFolders(step.path, step.root, place);
  const folders = missing
    .filter((path) => !before.some((one) => one.path === path))
    .map((path): RevertStep => ({ path, root: step.root, from: absent, to: { kind: "folder" } }));
  return [...folders, step];
}

function stepsOf({ paths }: RunChanges): readonly RevertStep[] {
  return [...paths.values()].flatMap(({ path, root, before, next, after }) =>
    next === null || after !== null ? [] : [{ path, root, from: before, to: next }],
  );
}

async function namesIn(folder: string, files: FileSystem): Promise<readonly string[]> {
  try {
    return await files.readdir(folder);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The caller takes it for what it is: nothing that can be read.
    return null;
  }
}
