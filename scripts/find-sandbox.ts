// Sees to it that the programs of the sandbox are there for its tests, and installs them where it may: Linux alone needs any.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

const packages = { bwrap: "bubblewrap", socat: "socat" } as const;

/** Throws with one line that says what to do where they are not there and cannot be installed. */
export async function findSandbox(): Promise<void> {
  if (process.platform !== "linux" || missing().length === 0) return;
  const wanted = missing().join(" ");
  console.error(`For the tests of the sandbox: installing ${wanted}`);
  if (process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    apt("update", "-qq");
    apt("install", "-y", "-qq", "--no-install-recommends", ...missing());
  }
  if (missing().length > 0) throw new Error(`The tests of the sandbox need ${wanted}: sudo apt install ${wanted}`);
}

function missing(): readonly string[] {
  const folders = (process.env["PATH"] ?? "").split(delimiter).filter((folder) => folder !== "");
  return Object.entries(packages)
    .filter(([program]) => !folders.some((folder) => existsSync(join(folder, program))))
    .map(([, name]) => name);
}

function apt(...args: readonly string[]): void {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  spawnSync("apt-get", args, { stdio: ["ignore", "ignore", "inherit"], env });
}
