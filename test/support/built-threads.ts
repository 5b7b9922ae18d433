import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";
import { nativePackages } from "../../scripts/native-packages.ts";
import { builtThreads, threadSources } from "./thread-scripts.ts";

/*
 * Tests start hundreds of threads. Node takes the types out of each file of each thread with WebAssembly, which is half a second
 * of work a thread, and V8 now and then ends the process where many threads give such code back at once.
 */

const modules = join(import.meta.dirname, "../../node_modules");

/** Builds the scripts of threads from the sources of now, for all tests of this run; the teardown takes them away. */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  // By the other project of this run.
  if (process.env[builtThreads] !== undefined) return undefined;
  // Among the packages, which the scripts find there.
  const folder = await mkdtemp(join(modules, ".threads-"));
  const input = Object.fromEntries([...threadSources].map(([name, source]) => [name, fileURLToPath(source)]));
  await build({
    configFile: false,
    logLevel: "warn",
    ssr: { noExternal: true, external: nativePackages },
    build: {
      ssr: true,
      outDir: folder,
      target: "node22",
      minify: false,
      rolldownOptions: { input, output: { format: "esm", entryFileNames: "[name].js" } },
    },
  });
  process.env[builtThreads] = folder;
  return () => rm(folder, { recursive: true, force: true });
}
