import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/** The folder of the package, which is installed without the runtime itself. */
export function electronPackage(): string {
  return dirname(createRequire(import.meta.url).resolve("electron/package.json"));
}

/** The runtime's program, or null where it was not fetched: the package names it in path.txt once it was. */
export function electronProgram(): string | null {
  const named = join(electronPackage(), "path.txt");
  if (!existsSync(named)) return null;
  const program = join(electronPackage(), "dist", readFileSync(named, "utf8"));
  return existsSync(program) ? program : null;
}

/** How long the runtime may take to come, in milliseconds. */
const patience = 180_000;

/** Fetches the runtime. Resolves in any case: what counts is whether it is there afterwards. */
export function fetchElectron(): Promise<void> {
  return new Promise((resolve) => {
    const script = join(electronPackage(), "install.js");
    console.log("Fetching the desktop runtime, once…");
    const child = spawn(process.execPath, [script], { stdio: "ignore", timeout: patience });
    child.on("error", () => resolve());
    child.on("exit", () => resolve());
  });
}
