import { constants } from "node:fs";
import { delimiter, join } from "node:path";
import { ripgrepPath } from "../real-files.ts";
import type { FileSystem } from "../storage/file-system.ts";

/** Where a program lies that is on the PATH; null where it is not. */
export async function findProgram(
  name: string,
  env: Readonly<Record<string, string>>,
  files: FileSystem,
): Promise<string | null> {
  for (const folder of (env["PATH"] ?? "").split(delimiter).filter((one) => one !== "")) {
    const path = join(folder, name);
    const isThere = await files.access(path, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (isThere) return path;
  }
  return null;
}

/** What the runtime needs to be there; null: the platform brings it along. */
export interface Programs {
  readonly bubblewrap: string | null;
  readonly socat: string | null;
  readonly ripgrep: string;
  /** The packages that have what is not there. */
  readonly missing: readonly string[];
}

export async function findPrograms(
  platform: "linux" | "darwin",
  env: Readonly<Record<string, string>>,
  files: FileSystem,
): Promise<Programs> {
  const ripgrep = await ripgrepPath();
  if (platform === "darwin") return { bubblewrap: null, socat: null, ripgrep, missing: [] };
  const bubblewrap = await findProgram("bwrap", env, files);
  const socat = await findProgram("socat", env, files);
  const missing = [...(bubblewrap === null ? ["bubblewrap"] : []), ...(socat === null ? ["socat"] : [])];
  return { bubblewrap, socat, ripgrep, missing };
}
