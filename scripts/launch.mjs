// Runs a script on a Node that is new enough: this one, or the one that npm installed with the project.
//   node scripts/launch.mjs scripts/NAME.mjs [ARGUMENTS]
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { followLauncher, isNewEnough, packagedNode, runOn } from "./packaged-node.mjs";

const [script = "", ...rest] = process.argv.slice(2);
const path = resolve(script);
// The scripts import TypeScript; what Node says of that before its 24.3 is no news to who runs them.
if (isNewEnough(process.versions.node) && process.features.typescript) {
  followLauncher();
  process.argv = [process.execPath, path, ...rest];
  await import(pathToFileURL(path).href);
} else {
  const node = packagedNode(import.meta.url);
  if (node === null) {
    console.error(`Perch needs Node 22.18 or newer (this is ${process.versions.node}), or its own one: run npm ci`);
    process.exit(1);
  }
  runOn(node, ["--disable-warning=ExperimentalWarning", path, ...rest]);
}
