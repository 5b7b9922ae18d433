import { join } from "node:path";
import { type AsyncResult, fail, ok } from "../../src-preload/contract/result.ts";
import type { FileSystem } from "../storage/file-system.ts";
import { storageError } from "../storage/storage-error.ts";
import { reasonOf, systemCodeOf } from "../thrown.ts";
import { text } from "../words.ts";

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

/** Made last: where it is, the workspace is laid out. */
const lastFolder = "memory";

/** Begins to lay the workspace out; each call waits for that, and tries again where it failed before. */
export function beginWorkspace(files: FileSystem, resources: string, workspace: string): () => AsyncResult<void> {
  let last = layOutWorkspace(files, resources, workspace);
  return () => {
    last = last.then((done) => (done.ok ? done : layOutWorkspace(files, resources, workspace)));
    return last;
  };
}

/** Lays the workspace out on the first start. One that was laid out is left alone, also where files were removed. */
async function layOutWorkspace(files: FileSystem, resources: string, workspace: string): AsyncResult<void> {
  try {
    if (!(await exists(files, join(workspace, lastFolder)))) await build(files, resources, workspace);
    return ok(undefined);
  } catch (cause) {
    const reason = reasonOf(cause);
    return fail({ ...storageError(cause, workspace), message: text("workspace.failed", { path: workspace, reason }) });
  }
}

async function exists(files: FileSystem, path: string): Promise<boolean> {
  try {
    await files.stat(path);
    return true;
  } catch (cause) {
    if (systemCodeOf(cause) === "ENOENT") return false;
    throw cause;
  }
}

/** Sessions may be written at the same time, and a kill in the middle is made good by the next start. */
async function build(files: FileSystem, resources: string, workspace: string): Promise<void> {
  for (const folder of ["sessions", "skills", "agents", ".results"]) {
    await files.mkdir(join(workspace, folder), { recursive: true, mode: 0o700 });
  }
  const building = join(workspace, `.${lastFolder}.new`);
  await files.mkdir(building, { recursive: true, mode: 0o700 });
  for (const name of templateFiles) {
    const target = name.startsWith(lastFolder) ? join(building, name.slice(lastFolder.length)) : join(workspace, name);
    await writeNew(files, target, await files.readFile(join(resources, "workspace", name), "utf8"));
  }
  await files.rename(building, join(workspace, lastFolder));
}

async function writeNew(files: FileSystem, path: string, content: string): Promise<void> {
  try {
    await files.writeFile(path, content, { flag: "wx", mode: 0o600 });
  } catch (cause) {
    if (systemCodeOf(cause) !== "EEXIST") throw cause;
  }
}
