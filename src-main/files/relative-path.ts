import { posix, win32 } from "node:path";

/** A path of the contract in one form: `/` between names, nothing to skip, "" for the work folder itself. */
export function normalPath(path: string, platform: NodeJS.Platform): string {
  const slashed = platform === "win32" ? path.replaceAll("\\", "/") : path;
  const normal = posix.normalize(slashed).replace(/\/+$/, "");
  return normal === "." ? "" : normal;
}

/** As the path guard takes it: below the work folder by its letters, so that `~` is a name like any other. */
export function forGuard(path: string, platform: NodeJS.Platform): string {
  const isAbsolute = platform === "win32" ? win32.isAbsolute(path) : posix.isAbsolute(path);
  return isAbsolute ? path : `./${path}`;
}

/** The path of an entry of a folder. */
export function childPath(folder: string, name: string): string {
  return folder === "" ? name : `${folder}/${name}`;
}

/** The folder that a path lies in; "" at the top. */
export function parentPath(path: string): string {
  return path.includes("/") ? path.slice(0, path.lastIndexOf("/")) : "";
}
