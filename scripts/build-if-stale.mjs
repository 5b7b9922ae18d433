import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const configs = ["vite.config.main.ts", "vite.config.preload.ts", "vite.config.renderer.ts"];
const watched = ["src-main", "src-preload", "src-renderer", "resources", "scripts", "package-lock.json", ...configs];

function newest(path) {
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  return Math.max(0, ...readdirSync(path).map((name) => newest(join(path, name))));
}

/** When the last piece of the build was written: the window comes last. */
function builtAt() {
  try {
    return statSync(join(root, "out/renderer/index.html")).mtimeMs;
  } catch (cause) {
    if (cause.code === "ENOENT") return 0;
    throw cause;
  }
}

/** Builds everything into out/: the agent's side, the preload script, the window. */
export async function buildAll() {
  const { build } = await import("vite");
  for (const config of configs) await build({ configFile: join(root, config), logLevel: "error" });
}

/** Builds when a source is newer than the last build. */
export async function buildIfStale() {
  if (builtAt() > Math.max(...watched.map((name) => newest(join(root, name))))) return;
  await buildAll();
}
