import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { createRequire, Module } from "node:module";
import { dirname, join } from "node:path";
import { Script } from "node:vm";

/*
 * Node's own compile cache keeps what V8 makes of a file before it runs: each function is compiled again when it is
 * first called. What V8 can give after a run holds the functions too, and saves a start a quarter of its time.
 */

/** Set by the build for the run whose code is kept. */
export const keepVariable = "PERCH_KEEP_CODE";

/**
 * Loads the chunk `name` as `require` would, with the code that the build's own run left beside it. Does nothing when
 * there is none for this Node: then `require` compiles it.
 */
export function loadKeptCode(folder: string, name: string): void {
  const file = readdirSync(folder).find((entry) => entry.startsWith(`${name}-`) && entry.endsWith(".js"));
  if (file === undefined) return;
  const path = join(folder, file);
  const keptPath = `${path}.${process.version}-${process.arch}.cache`;
  const isKeeping = process.env[keepVariable] !== undefined;
  if (!isKeeping && !existsSync(keptPath)) return;
  const script = new Script(Module.wrap(readFileSync(path, "utf8")), {
    filename: path,
    ...(isKeeping ? {} : { cachedData: readFileSync(keptPath) }),
  });
  const require = createRequire(path);
  const module = new Module(path);
  module.filename = path;
  // The other chunks require this one and must get the same.
  require.cache[path] = module;
  const run: unknown = script.runInThisContext();
  if (typeof run !== "function") throw new TypeError(`${path} is no module`);
  run.call(module.exports, module.exports, require, module, path, dirname(path));
  module.loaded = true;
  if (isKeeping) process.once("exit", () => keep(script, keptPath));
}

/** Beside its place first: a start must never read half of it. */
function keep(script: Script, path: string): void {
  writeFileSync(`${path}.new`, script.createCachedData());
  renameSync(`${path}.new`, path);
}
