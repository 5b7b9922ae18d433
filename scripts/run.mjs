import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const require = createRequire(import.meta.url);

/** The script behind a command of an installed package. */
function scriptOf(command) {
  const packages = { tsc: "typescript", biome: "@biomejs/biome", vitest: "vitest" };
  const manifest = require.resolve(`${packages[command]}/package.json`);
  const { bin } = require(manifest);
  return join(dirname(manifest), typeof bin === "string" ? bin : bin[command]);
}

/** Runs a tool of the project on this Node; ends the process with its code when it fails. Resolves with its output. */
export function run(command, args, { quiet = false } = {}) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [scriptOf(command), ...args], {
      stdio: ["ignore", quiet ? "pipe" : "inherit", "inherit"],
    });
    let output = "";
    child.stdout?.on("data", (chunk) => {
      output += chunk;
    });
    child.on("exit", (code) => {
      if (code === 0) resolve(output);
      else {
        process.stderr.write(output);
        process.exit(code ?? 1);
      }
    });
  });
}
