import { spawn } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The suites are installed here, so that whoever works on Perch need not have them. */
export const suitesFolder = join(import.meta.dirname, "../../out/conformance");

const ownFiles = ["package.json", "package-lock.json"];

/** Installs the suites where they are not there as the lock wants them. Throws where npm cannot. */
export async function installSuites(): Promise<void> {
  if (isInstalled()) return;
  console.log("Installing the suites of the protocol, once…");
  mkdirSync(suitesFolder, { recursive: true });
  for (const file of ownFiles) copyFileSync(join(import.meta.dirname, file), join(suitesFolder, file));
  const status = await runNpm(["ci", "--prefix", suitesFolder, "--ignore-scripts", "--no-audit", "--no-fund"]);
  if (status !== 0) throw new Error("The suites of the protocol could not be installed: npm says above why.");
  copyFileSync(lockIn(import.meta.dirname), lockIn(join(suitesFolder, "node_modules")));
}

/** The lock of what is there lies beside it. */
function isInstalled(): boolean {
  const there = lockIn(join(suitesFolder, "node_modules"));
  return existsSync(there) && readFileSync(there, "utf8") === readFileSync(lockIn(import.meta.dirname), "utf8");
}

function lockIn(folder: string): string {
  return join(folder, "package-lock.json");
}

function runNpm(args: readonly string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    // Of Windows it is a script, which only a shell starts; what is handed over is all ours.
    const child = spawn("npm", [...args], {
      stdio: ["ignore", "inherit", "inherit"],
      shell: process.platform === "win32",
    });
    child.once("error", reject);
    child.once("exit", (code) => resolve(code ?? 1));
  });
}
