// Runs a script on a Node that is new enough: this one, or the one that npm installed with the project.
//   node scripts/launch.mjs scripts/NAME [ARGUMENTS]
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { followLauncher, isNewEnough, packagedNode, runOn } from "./packaged-node.mjs";

const [script = "", ...rest] = process.argv.slice(2);
const path = resolve(script);
const { node: version } = process.versions;
// The scripts import TypeScript as it is written, which a Node from 24 on runs without a further step.
const packaged = Number(version.split(".")[0]) < 24 ? packagedNode(import.meta.url) : null;
if (packaged !== null) {
  // Early ones of 24 call it experimental.
  runOn(packaged, ["--disable-warning=ExperimentalWarning", path, ...rest]);
} else if (isNewEnough(version) && process.features.typescript) {
  followLauncher();
  process.argv = [process.execPath, path, ...rest];
  await import(pathToFileURL(path).href);
} else {
  console.error(`Perch is built with Node 24 or newer (this is ${version}), or with its own one: run npm ci`);
  process.exit(1);
}
