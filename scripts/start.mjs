// npm start: builds what is stale and opens the app; the desktop where Electron's runtime is there or can be fetched,
// else the same app in the browser.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildIfStale } from "./build-if-stale.ts";
import { electronProgram, fetchElectron } from "./find-electron.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
function hasDisplay() {
  if (process.platform !== "linux") return true;
  return process.env.DISPLAY !== undefined || process.env.WAYLAND_DISPLAY !== undefined;
}

function run(program, args) {
  const child = spawn(program, args, { stdio: "inherit", cwd: root });
  process.on("SIGINT", () => undefined);
  process.on("SIGTERM", () => child.kill("SIGTERM"));
  child.on("exit", (code) => process.exit(code ?? 1));
}

await buildIfStale();
const wantsWindow = hasDisplay();
if (wantsWindow && electronProgram() === null) await fetchElectron();
const electron = electronProgram();
if (wantsWindow && electron !== null) run(electron, [root]);
else {
  if (wantsWindow) console.log("The desktop runtime cannot be fetched here: Perch opens in the browser instead.");
  run(process.execPath, [join(root, "out/main/cli.js"), "serve", ...(wantsWindow ? [] : ["--no-open"])]);
}
