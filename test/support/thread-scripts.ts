import { pathToFileURL } from "node:url";

/** Where the scripts of this run lie: `built-threads.ts` names it. Without it they are taken as they are written. */
export const builtThreads = "PERCH_TEST_THREADS";

const sources = {
  "database-worker": "storage/database-worker.ts",
  "page-worker": "tools/page-worker.ts",
  "pdf-worker": "tools/pdf-worker.ts",
  "sandbox-host": "sandbox/sandbox-host.ts",
};

type Name = keyof typeof sources;

const names = Object.keys(sources) as Name[];

/** What is written for a script: its file. */
export const threadSources = new Map(
  names.map((name) => [name, new URL(`../../src-main/${sources[name]}`, import.meta.url)]),
);

/** The scripts of the agent's threads, and of the process that starts commands in the sandbox. */
export const threadScripts = {
  databaseWorker: scriptOf("database-worker"),
  pageWorker: scriptOf("page-worker"),
  pdfWorker: scriptOf("pdf-worker"),
  sandboxHost: scriptOf("sandbox-host"),
};

function scriptOf(name: Name): URL {
  const folder = process.env[builtThreads];
  if (folder !== undefined) return pathToFileURL(`${folder}/${name}.js`);
  return new URL(`../../src-main/${sources[name]}`, import.meta.url);
}
