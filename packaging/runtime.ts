import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fail, ok, type Result } from "../src-preload/contract/result.ts";
import type { Target } from "./contents.ts";

/** Its program in an unpacked runtime. */
const programs: Partial<Record<NodeJS.Platform, string>> = {
  linux: "electron",
  darwin: "Electron.app",
  win32: "electron.exe",
};

interface RuntimeRequest {
  readonly target: Target;
  /** The one that Perch is built for. */
  readonly version: string;
  /** A folder that the person named, or null. */
  readonly named: string | null;
  /** The folder of the one that is installed, or null. */
  readonly installed: () => string | null;
  /** Tries to install it. */
  readonly fetch: () => Promise<void>;
}

/** The folder of the unpacked runtime that is packed; fails with what a person can do. */
export async function findRuntime(request: RuntimeRequest): Promise<Result<string, string>> {
  if (request.named !== null) return examined(request.named, request);
  if (request.installed() === null) await request.fetch();
  const found = request.installed();
  return found === null ? fail(unfetched(request)) : examined(found, request);
}

function examined(folder: string, { target, version }: RuntimeRequest): Result<string, string> {
  const program = programs[target.platform];
  if (program === undefined) return fail(`There is no desktop runtime for ${target.platform}.`);
  if (!isFolder(folder))
    return fail(`${folder} is no folder. --runtime names the folder of the unpacked desktop runtime.`);
  if (!existsSync(join(folder, program))) {
    return fail(`${folder} holds no ${program}: it is not the unpacked desktop runtime for ${target.platform}.`);
  }
  const named = join(folder, "version");
  const found = existsSync(named) ? readFileSync(named, "utf8").trim().replace(/^v/, "") : "of no known version";
  return found === version ? ok(folder) : fail(`The runtime in ${folder} is ${found}; Perch is built for ${version}.`);
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

function unfetched({ target, version }: RuntimeRequest): string {
  const file = `electron-v${version}-${target.platform}-${target.arch}.zip`;
  return [
    `The desktop runtime (Electron ${version}) is not there and could not be fetched from here.`,
    `Where it can be had, fetch ${file} from https://github.com/electron/electron/releases/tag/v${version},`,
    "unpack it into a folder, and name that folder: npm run package -- … --runtime FOLDER",
  ].join("\n");
}
