// What the window reads before its first paint, by package and by folder, the heaviest first. Each is packed by itself and
// not minified, so that the sum is too high. Builds the window and writes nothing.
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { loadConfigFromFile } from "electron-vite";
import { build, mergeConfig, type Plugin } from "vite";

/** What one package, or one folder of the window, adds to the first load: before minifying, packed by itself. */
interface Weight {
  readonly name: string;
  readonly modules: number;
  readonly gzipBytes: number;
}

const root = join(import.meta.dirname, "..");

function ownerOf(id: string): string {
  const inPackage = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1];
  return (
    inPackage ??
    id
      .replace(`${root.replaceAll("\\", "/")}/`, "")
      .split("/")
      .slice(0, 3)
      .join("/")
  );
}

function weigher(tell: (weights: readonly Weight[]) => void): Plugin {
  return {
    name: "weigher",
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
      const loaded = new Set(chunks.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName));
      for (const name of loaded)
        for (const next of chunks.find(({ fileName }) => fileName === name)?.imports ?? []) loaded.add(next);
      const modules = chunks
        .filter(({ fileName }) => loaded.has(fileName))
        .flatMap((chunk) => Object.entries(chunk.modules));
      const byOwner = Map.groupBy(modules, ([id]) => ownerOf(id));
      const weights = [...byOwner].map(([name, own]) => ({
        name,
        modules: own.length,
        gzipBytes: own.reduce((sum, [, { code }]) => sum + gzipSync(code ?? "", { level: 9 }).length, 0),
      }));
      tell(weights.toSorted((a, b) => b.gzipBytes - a.gzipBytes));
    },
  };
}

/** What makes the first load of the window as heavy as it is, the heaviest first. */
async function weighWindow(): Promise<readonly Weight[]> {
  const mode = "production";
  const path = join(root, "electron.vite.config.ts");
  const { config } = await loadConfigFromFile({ command: "build", mode }, path, root, "error");
  const weighed = Promise.withResolvers<readonly Weight[]>();
  const own = { mode, configFile: false as const, logLevel: "error" as const, build: { write: false } };
  await build(mergeConfig(config.renderer ?? {}, { ...own, plugins: [weigher(weighed.resolve)] }));
  return await weighed.promise;
}

for (const { name, modules, gzipBytes } of (await weighWindow()).slice(0, 60)) {
  process.stdout.write(`${(gzipBytes / 1000).toFixed(1).padStart(7)} kB  ${name} (${modules})\n`);
}
