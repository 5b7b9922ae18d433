import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { runNode } from "./run.ts";

const root = join(import.meta.dirname, "..");
const folders = ["src-main", "src-preload", "src-renderer", "resources", "scripts"];
const watched = [...folders, "package-lock.json", "electron.vite.config.ts"];

function newest(path: string): number {
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  return Math.max(0, ...readdirSync(path).map((name) => newest(join(path, name))));
}

/** When the last piece of the build was written: the window comes last. */
function builtAt(): number {
  return statSync(join(root, "out/renderer/index.html"), { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

/** Builds everything into out/. In a process of its own: electron-vite sets NODE_ENV for all that comes after it. */
export async function buildAll(): Promise<void> {
  const status = await runNode(join(root, "scripts/build.mjs"), []);
  if (status !== 0) throw new Error(`the build failed (exit status ${status})`);
}

/** Builds when a source is newer than the last build. */
export async function buildIfStale(): Promise<void> {
  if (builtAt() > Math.max(...watched.map((name) => newest(join(root, name))))) return;
  await buildAll();
}
