import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { createNodeHost } from "../../src-main/host-node.ts";
import { rootFolders } from "../../src-main/policy/session-roots.ts";
import { runChild } from "../../src-main/processes/child-process.ts";
import { createSandbox } from "../../src-main/sandbox/sandbox.ts";
import { nodeFileSystem } from "../../src-main/storage/file-system.ts";
import { threadScripts } from "./thread-scripts.ts";

/*
 * A process that runs a command confined and waits for its end, to be killed meanwhile: node sandbox-owner.ts FOLDER COMMAND.
 * It writes a line once the command runs.
 */

const [, , folder = "", command = ""] = process.argv;
const home = join(folder, "home");
const work = join(folder, "work");
for (const made of [home, work]) mkdirSync(made);
const nowhere = new URL("file:///");
const host = createNodeHost({
  env: { ...process.env, PERCH_HOME: home },
  resources: folder,
  databaseWorker: nowhere,
  pdfWorker: nowhere,
  pageWorker: threadScripts.pageWorker,
  parts: folder,
  sandboxHost: threadScripts.sandboxHost,
  log: () => undefined,
  secrets: () => ({
    get: async () => null,
    set: async () => undefined,
    remove: async () => undefined,
    placeOf: async () => null,
    where: async () => ({ kind: "key-store" }),
    inFile: async () => [],
  }),
});
const env = { PATH: process.env["PATH"] ?? "", HOME: folder };
const folders = rootFolders(home, folder);
const sandbox = createSandbox({
  host,
  files: nodeFileSystem,
  folders,
  skillFolders: async () => [],
  childEnv: async () => env,
});
const confined = await sandbox.confine({ script: `echo begun; ${command}`, workFolder: work, env, hosts: [] });
if (!confined.ok) throw new Error(confined.error);
await runChild(
  {
    file: confined.value.file,
    arguments: confined.value.arguments,
    env: confined.value.env,
    folder: work,
    platform: host.platform,
    clock: host,
    signal: new AbortController().signal,
    timeoutMs: 100_000,
  },
  (chunk) => void process.stdout.write(chunk),
);
