import { constants } from "node:fs";
import { dirname, isAbsolute } from "node:path";
import { type ContractError, contractError } from "../../src-preload/contract/errors.ts";
import type { SessionKey } from "../../src-preload/contract/ids.ts";
import { type AsyncResult, fail, ok } from "../../src-preload/contract/result.ts";
import type { FolderLook, FolderStarters } from "../../src-preload/contract/window.ts";
import { createLane } from "../bus/lane.ts";
import type { Host } from "../host.ts";
import type { PathGuard } from "../policy/open-in-roots.ts";
import type { PathContext } from "../policy/path-guard.ts";
import type { Roots } from "../policy/roots.ts";
import type { FileSystem } from "../storage/file-system.ts";
import { storageError } from "../storage/storage-error.ts";
import { isMissing, reasonOf, systemCodeOf } from "../thrown.ts";
import { text } from "../words.ts";
import { countSamples, isEmptyFolder, removeSamples, type SampleOptions, writeSamples } from "./sample-files.ts";
import { startersIn } from "./starters.ts";

export interface WorkFolderOptions {
  readonly host: Host;
  readonly files: FileSystem;
  readonly guard: PathGuard;
  /** `~` and what begins with it, as a whole path. */
  readonly expand: (path: string) => string;
  /** What a run that works there could reach; refuses what no chat may work in. With `create` the folder is made. */
  readonly roots: (workFolder: string, create: boolean) => AsyncResult<Roots>;
  /** The work folder of a chat, to write in. */
  readonly workPlace: (key: SessionKey) => AsyncResult<PathContext>;
}

/** The folders that chats work in: which can be used, and what is in a new one. */
export interface WorkFolders {
  look(path: string): AsyncResult<FolderLook>;
  make(path: string): AsyncResult<FolderLook>;
  open(key: SessionKey): AsyncResult<void>;
  starters(key: SessionKey): AsyncResult<FolderStarters>;
  addSamples(key: SessionKey): AsyncResult<FolderStarters>;
  removeSamples(key: SessionKey): AsyncResult<FolderStarters>;
}

export function createWorkFolders(options: WorkFolderOptions): WorkFolders {
  const { host, files, guard, expand, roots, workPlace } = options;
  const samples: SampleOptions = { files, guard, texts: `${host.paths.resources}/samples` };

  /** What is asked of a folder while the samples come or go is told of it afterwards. */
  const inTurn = createLane((cause) => host.log("error", "work in a folder threw", { reason: String(cause) }));

  const inWork = (key: SessionKey, work: (place: PathContext) => Promise<void>): AsyncResult<FolderStarters> =>
    inTurn(() => workIn(key, work));

  async function workIn(key: SessionKey, work: (place: PathContext) => Promise<void>): AsyncResult<FolderStarters> {
    const place = await workPlace(key);
    if (!place.ok) return place;
    try {
      await work(place.value);
      return ok(await describe(place.value, samples));
    } catch (cause) {
      if (cause instanceof HasFiles) return fail(contractError("conflict", text("folder.hasFiles")));
      return fail(storageError(cause, place.value.workFolder));
    }
  }

  return {
    async look(given) {
      const path = expand(given.trim());
      const usable = await usability(path, files);
      if (!usable.ok || usable.value.state === "missing") return usable;
      const reached = await roots(path, false);
      return reached.ok ? usable : fail(atPath(reached.error));
    },
    async make(given) {
      const path = expand(given.trim());
      const reached = await roots(path, true);
      return reached.ok ? usability(path, files) : fail(atPath(reached.error));
    },
    async open(key) {
      const place = await workPlace(key);
      if (!place.ok) return place;
      try {
        await host.openExternal(place.value.workFolder);
        return ok(undefined);
      } catch (cause) {
        const message = text("file.cannotOpen", { target: place.value.workFolder, reason: reasonOf(cause) });
        return fail(contractError("storage", message));
      }
    },
    starters: (key) => inWork(key, async () => undefined),
    addSamples: (key) =>
      inWork(key, async (place) => {
        if (!isEmptyFolder(await files.readdir(place.workFolder))) throw new HasFiles();
        await writeSamples(place, samples);
      }),
    removeSamples: (key) => inWork(key, async (place) => void (await removeSamples(place, samples))),
  };
}

/** Somebody's files are there: nothing is put beside them. */
class HasFiles extends Error {}

async function describe(place: PathContext, samples: SampleOptions): Promise<FolderStarters> {
  const { files, guard } = samples;
  const opened = await guard.openFolder(".", { access: "read" }, place);
  if (!opened.ok) throw new Error(opened.error.message);
  await using folder = opened.value;
  return {
    starters: await startersIn(folder, place, guard),
    isEmpty: isEmptyFolder(await files.readdir(folder.location)),
    samples: await countSamples(place, samples),
  };
}

/** Whether a person could work there; what is wrong is told of the field. */
async function usability(path: string, files: FileSystem): AsyncResult<FolderLook> {
  if (!isAbsolute(path)) return fail(atPath(contractError("invalid-input", text("chat.folderRelative", { path }))));
  try {
    const stats = await files.stat(path);
    if (!stats.isDirectory()) return fail(atPath(contractError("invalid-input", text("folder.isFile", { path }))));
    await files.access(path, constants.R_OK | constants.W_OK | constants.X_OK);
    return ok({ path, state: isEmptyFolder(await files.readdir(path)) ? "empty" : "has-files" });
  } catch (cause) {
    if (isMissing(cause)) return whereMissing(path, files);
    return fail(atPath(denied(path, cause)));
  }
}

/** A folder can be made where the nearest one above it is a folder that can be written. */
async function whereMissing(path: string, files: FileSystem): AsyncResult<FolderLook> {
  for (let above = dirname(path); ; above = dirname(above)) {
    try {
      if (!(await files.stat(above)).isDirectory()) {
        return fail(atPath(contractError("invalid-input", text("folder.isFile", { path: above }))));
      }
      await files.access(above, constants.W_OK | constants.X_OK);
      return ok({ path, state: "missing" });
    } catch (cause) {
      if (!isMissing(cause) || dirname(above) === above) return fail(atPath(denied(above, cause)));
    }
  }
}

function denied(path: string, cause: unknown): ContractError {
  const code = systemCodeOf(cause);
  const isRight = code === "EACCES" || code === "EPERM" || code === "EROFS";
  const words = isRight
    ? text("folder.notYours", { path })
    : text("chat.folderDenied", { path, reason: reasonOf(cause) });
  return contractError("storage", words);
}

function atPath(error: ContractError): ContractError {
  return { ...error, data: { ...error.data, field: "path" } };
}
