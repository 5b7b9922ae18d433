import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { ArchiveEntry } from "./sizes.ts";

/*
 * The packages that make packages. They are installed on their own, so that whoever works on Perch need not have them; and used
 * through the few functions that are named here, since their types are not there before they are.
 */

const folder = import.meta.dirname;
const require = createRequire(join(folder, "package.json"));

interface Builder {
  /** Makes packages; resolves with their paths. */
  build(request: {
    readonly projectDir: string;
    readonly config: object;
    readonly targets: unknown;
    readonly publish: "never";
  }): Promise<readonly string[]>;
  createTargets(platforms: readonly unknown[], type: string | null, arch: string): unknown;
  readonly Platform: { fromString(name: string): unknown };
}

interface Archives {
  getRawHeader(archive: string): { readonly header: ArchiveEntry };
  extractFile(archive: string, path: string): Buffer;
}

interface Fuses {
  /** Of each switch by its number: 48 off, 49 on. */
  getCurrentFuseWire(program: string): Promise<Readonly<Record<string, number | string>>>;
  readonly FuseV1Options: Readonly<Record<string, number | string>>;
}

/** Installs them where they are not there in the version that is wanted. Throws where npm cannot. */
export async function installTools(): Promise<void> {
  if (isInstalled()) return;
  console.log("Installing what makes packages, once…");
  const status = await runNpm(["ci", "--prefix", folder, "--ignore-scripts", "--no-audit", "--no-fund"]);
  if (status !== 0 || !isInstalled()) {
    throw new Error("What makes packages could not be installed: npm says above why. Try npm ci --prefix packaging.");
  }
}

function isInstalled(): boolean {
  const { dependencies } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  return Object.entries(dependencies).every(([name, version]) => {
    const manifest = join(folder, "node_modules", name, "package.json");
    return existsSync(manifest) && JSON.parse(readFileSync(manifest, "utf8")).version === version;
  });
}

function runNpm(args: readonly string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    // Of Windows it is a script, which only a shell starts; what is handed over is all ours.
    const child = spawn("npm", [...args], {
      stdio: ["ignore", "ignore", "inherit"],
      shell: process.platform === "win32",
    });
    child.once("error", reject);
    child.once("exit", (code) => resolve(code ?? 1));
  });
}

export function loadBuilder(): Builder {
  return require("electron-builder");
}

/** Throws, with what is wrong, where electron-builder does not know the configuration. */
export async function validateConfig(config: object): Promise<void> {
  const { validateConfiguration } = require("app-builder-lib/out/util/config/config");
  const { DebugLogger } = require("builder-util");
  await validateConfiguration(config, new DebugLogger(false));
}

export async function loadArchives(): Promise<Archives> {
  return import(entryOf("@electron/asar"));
}

export async function loadFuses(): Promise<Fuses> {
  return import(entryOf("@electron/fuses"));
}

function entryOf(name: string): string {
  return pathToFileURL(require.resolve(name)).href;
}
