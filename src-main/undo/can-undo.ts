import type { Clock } from "../host.ts";
import type { PathGuard } from "../policy/open-in-roots.ts";
import type { PathContext } from "../policy/path-guard.ts";
import type { Subject } from "../policy/subject.ts";
import { isMissing } from "../thrown.ts";
import { maxKeptBytes } from "./file-state.ts";
import { scanFolder } from "./folder-scan.ts";

interface CanNeeds {
  readonly place: PathContext;
  readonly clock: Clock;
  readonly guard: PathGuard;
}

/** Whether what a call would do to files can be taken back: told before anybody decides, so nothing is copied yet. */
export async function canUndo(subject: Subject, { place, clock, guard }: CanNeeds): Promise<boolean> {
  switch (subject.kind) {
    case "path":
      return subject.access === "write" && isSmall(subject.path, place);
    case "command": {
      // When it has changed something is known at its end alone, which may be hours away.
      if (subject.stays === true || !isSameOrBelow(subject.folder, place.workFolder, place.platform)) return false;
      const scan = await scanFolder(place.workFolder, {
        place,
        clock,
        guard,
        objects: null,
        known: new Map(),
      });
      return scan.kind === "whole";
    }
    case "address":
    case "service":
    case "none":
      return false;
  }
}

function isSameOrBelow(path: string, folder: string, platform: NodeJS.Platform): boolean {
  const separator = platform === "win32" ? "\\" : "/";
  return path === folder || path.startsWith(folder.endsWith(separator) ? folder : folder + separator);
}

async function isSmall(path: string, { files }: PathContext): Promise<boolean> {
  try {
    return (await files.lstat(path)).size <= maxKeptBytes;
  } catch (error) {
    // A new file leaves nothing to be kept.
    return isMissing(error);
  }
}
