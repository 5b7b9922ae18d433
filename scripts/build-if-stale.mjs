import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const watched = ["src-main", "src-preload", "resources", "scripts", "package-lock.json", "vite.config.main.ts"];

function newest(path) {
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  return Math.max(0, ...readdirSync(path).map((name) => newest(join(path, name))));
}

function builtAt() {
  try {
    return statSync(join(root, "out/main/cli.js")).mtimeMs;
  } catch (cause) {
    if (cause.code === "ENOENT") return 0;
    throw cause;
  }
}

/** Builds out/ when a source is newer than it. */
export async function buildIfStale() {
  if (builtAt() > Math.max(...watched.map((name) => newest(join(root, name))))) return;
  const { build } = await import("vite");
  await build({ root, configFile: join(root, "vite.config.main.ts"), logLevel: "warn" });
  const { warmCompileCache } = await import("./warm-cache.mjs");
  await warmCompileCache();
}
