import { join } from "node:path";
import type { SessionKey } from "../../src-preload/contract/ids.ts";
import { type AsyncResult, ok } from "../../src-preload/contract/result.ts";
import type { FolderTrustLook } from "../../src-preload/contract/window.ts";
import type { FolderTrust } from "../policy/folder-trust.ts";
import type { PathContext } from "../policy/path-guard.ts";
import type { FileSystem } from "../storage/file-system.ts";
import { systemCodeOf } from "../thrown.ts";

/** What a trusted folder may tell the agent, or makes others do: shown to the person who is asked. */
const telling = [
  ...["AGENTS.md", "CLAUDE.md", ".mcp.json", ".vscode", ".cursor", ".claude", ".codex", ".envrc"],
  ...[".git/hooks", "package.json", "Makefile"],
] as const;

/** `workFolder`: another one than that of the chat; null for the chat's own. */
export type TrustLook = (key: SessionKey, workFolder: string | null) => AsyncResult<FolderTrustLook>;

interface TrustLookOptions {
  readonly files: Pick<FileSystem, "stat">;
  readonly trust: Pick<FolderTrust, "isDeclined" | "trusts">;
  readonly workPlace: (key: SessionKey) => AsyncResult<PathContext>;
  readonly placeOf: (folder: string) => AsyncResult<PathContext>;
}

/** Whether the work folder of a chat is trusted, and what lies in it that would count then. Nothing of it is read. */
export function createTrustLook({ files, trust, workPlace, placeOf }: TrustLookOptions): TrustLook {
  async function isThere(path: string): Promise<boolean> {
    try {
      await files.stat(path);
      return true;
    } catch (cause) {
      // What cannot be looked at is not told of.
      if (systemCodeOf(cause) === null) throw cause;
      return false;
    }
  }

  return async (key, workFolder) => {
    const place = await (workFolder === null ? workPlace(key) : placeOf(workFolder));
    if (!place.ok) return place;
    const folder = place.value.workFolder;
    if (await trust.trusts(folder)) return ok({ folder, isTrusted: true, isDeclined: false, found: [] });
    const there = await Promise.all(telling.map((name) => isThere(join(folder, name))));
    const isDeclined = await trust.isDeclined(folder);
    return ok({ folder, isTrusted: false, isDeclined, found: telling.filter((_, index) => there[index]) });
  };
}
