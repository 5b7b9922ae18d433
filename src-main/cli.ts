import { fileURLToPath } from "node:url";
import { followLauncher, isNewEnough, packagedNode, runOn } from "../scripts/packaged-node.mjs";

/*
 * The entry of the `perch` command. It must also load on an old Node: it only picks the Node that runs the rest.
 */

async function start(): Promise<void> {
  followLauncher();
  const isSource = import.meta.url.endsWith(".ts");
  // Loaded here: the module of an old Node has no such export, and naming it above would keep this file from loading.
  const { enableCompileCache } = await import("node:module");
  if (!isSource) enableCompileCache(fileURLToPath(new URL("./cache", import.meta.url)));
  const { main } = await import("./cli/main.ts");
  await main({
    resources: fileURLToPath(new URL(isSource ? "../resources" : "../../resources", import.meta.url)),
    databaseWorker: new URL(isSource ? "./storage/database-worker.ts" : "./database-worker.js", import.meta.url),
    pdfWorker: new URL(isSource ? "./tools/pdf-worker.ts" : "./pdf-worker.js", import.meta.url),
    sandboxHost: new URL(isSource ? "./sandbox/sandbox-host.ts" : "./sandbox-host.js", import.meta.url),
    pageWorker: new URL(isSource ? "./tools/page-worker.ts" : "./page-worker.js", import.meta.url),
    parts: fileURLToPath(new URL(isSource ? "../out/third-party.json" : "../third-party.json", import.meta.url)),
  });
}

const ownNode = isNewEnough(process.versions.node) ? null : packagedNode(import.meta.url);
if (isNewEnough(process.versions.node)) void start();
else if (ownNode !== null) runOn(ownNode, process.argv.slice(1));
else {
  process.stderr.write(`Perch needs Node 22.12 or newer (this is ${process.versions.node}), or its own one: npm ci\n`);
  process.exitCode = 1;
}
