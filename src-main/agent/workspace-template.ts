import { dirname, join } from "node:path";
import type { FileSystem } from "../storage/file-system.ts";

/** What a fresh workspace holds, relative to it; the texts lie in resources/workspace. */
const templateFiles = [
  "AGENTS.md",
  "SOUL.md",
  "USER.md",
  "TOOLS.md",
  "IDENTITY.md",
  "HEARTBEAT.md",
  join("memory", "MEMORY.md"),
  join("memory", "HISTORY.md"),
];

/** Lays the workspace out on the first start. A workspace that is there is left alone, also where files were removed. */
export async function layOutWorkspace(files: FileSystem, resources: string, workspace: string): Promise<void> {
  try {
    await files.stat(workspace);
    return;
  } catch (cause) {
    if (!(cause instanceof Error && "code" in cause && cause.code === "ENOENT")) throw cause;
  }
  const building = `${workspace}.new`;
  await files.rm(building, { recursive: true, force: true });
  for (const folder of ["sessions", "skills", "agents", ".results"]) {
    await files.mkdir(join(building, folder), { recursive: true, mode: 0o700 });
  }
  for (const name of templateFiles) {
    await files.mkdir(dirname(join(building, name)), { recursive: true, mode: 0o700 });
    await files.writeFile(join(building, name), await files.readFile(join(resources, "workspace", name), "utf8"));
  }
  await files.rename(building, workspace);
}
