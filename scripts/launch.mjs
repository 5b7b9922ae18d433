// Runs a script on a Node that is new enough: this one, or the one that npm installed with the project.
//   node scripts/launch.mjs scripts/NAME.mjs [ARGUMENTS]
import { spawn } from "node:child_process";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { isNewEnough, packagedNode } from "./packaged-node.mjs";

const [script, ...rest] = process.argv.slice(2);
if (isNewEnough(process.versions.node)) {
  process.argv = [process.argv[0], resolve(script), ...rest];
  await import(pathToFileURL(resolve(script)).href);
} else {
  const node = packagedNode(process.cwd());
  if (node === null) {
    console.error(`Perch needs Node 22.12 or newer (this is ${process.versions.node}), or its own one: run npm ci`);
    process.exit(1);
  }
  const child = spawn(node, [resolve(script), ...rest], { stdio: "inherit" });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  child.on("exit", (code, signal) => process.exit(code ?? (signal === null ? 1 : 130)));
}
