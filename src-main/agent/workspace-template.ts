import { dirname, join } from "node:path";
import type { ContractError } from "../../src-preload/contract/errors.ts";
import { fail, ok, type Result } from "../../src-preload/contract/result.ts";
import { text } from "../settings/text.ts";
import type { FileSystem } from "../storage/file-system.ts";
import { storageError } from "../storage/storage-error.ts";

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

/** Begins to lay the workspace out; each call waits for that, and tries again where it failed before. */
export function beginWorkspace(
  files: FileSystem,
  resources: string,
  workspace: string,
): () => Promise<Result<void, ContractError>> {
  let last = layOutWorkspace(files, resources, workspace);
  return () => {
    last = last.then((done) => (done.ok ? done : layOutWorkspace(files, resources, workspace)));
    return last;
  };
}

/** Lays the workspace out on the first start. A workspace that is there is left alone, also where files were removed. */
async function layOutWorkspace(
  files: FileSystem,
  resources: string,
  workspace: string,
): Promise<Result<void, ContractError>> {
  try {
    if (!(await exists(files, workspace))) await build(files, join(resources, "workspace"), workspace);
    return ok(undefined);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    return fail({ ...storageError(cause, workspace), message: text("workspace.failed", { path: workspace, reason }) });
  }
}

async function exists(files: FileSystem, path: string): Promise<boolean> {
  try {
    await files.stat(path);
    return true;
  } catch (cause) {
    if (cause instanceof Error && "code" in cause && cause.code === "ENOENT") return false;
    throw cause;
  }
}

/** Beside its place first, so that a kill leaves no half workspace. */
async function build(files: FileSystem, template: string, workspace: string): Promise<void> {
  const building = `${workspace}.new`;
  await files.rm(building, { recursive: true, force: true });
  for (const folder of ["sessions", "skills", "agents", ".results"]) {
    await files.mkdir(join(building, folder), { recursive: true, mode: 0o700 });
  }
  for (const name of templateFiles) {
    await files.mkdir(dirname(join(building, name)), { recursive: true, mode: 0o700 });
    await files.writeFile(join(building, name), await files.readFile(join(template, name), "utf8"));
  }
  await files.rename(building, workspace);
}
