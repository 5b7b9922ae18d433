import { posix, win32 } from "node:path";
import { fail, ok, type Result } from "../../src-preload/contract/result.ts";

/** What a path is read against. */
export interface PathBase {
  readonly workFolder: string;
  readonly userHome: string;
  readonly platform: NodeJS.Platform;
}

/** No system takes a longer one. */
const maxPathChars = 32_767;

/** The path rules of a platform, so that Windows paths can be judged anywhere. */
export function pathRules(platform: NodeJS.Platform): typeof posix {
  return platform === "win32" ? win32 : posix;
}

/** How names are compared: most file systems of macOS and Windows do not tell `A` from `a`. */
export function comparable(path: string, platform: NodeJS.Platform): string {
  return platform === "win32" || platform === "darwin" ? path.normalize("NFC").toLowerCase() : path;
}

/** True for the folder itself and all below it; whole segments are compared, so `/ws-evil` is not in `/ws`. */
export function isInside(path: string, folder: string, platform: NodeJS.Platform): boolean {
  const separator = pathRules(platform).sep;
  const inner = platform === "win32" ? path.toLowerCase() : path;
  const outer = platform === "win32" ? folder.toLowerCase() : folder;
  return inner === outer || inner.startsWith(outer.endsWith(separator) ? outer : outer + separator);
}

/**
 * The absolute path that a model's text means, by its letters alone: nothing on the disk is touched. Names that a
 * file system would read in another way than they look (control characters, Windows devices, streams, trailing dots)
 * are refused.
 */
export function absolutePath(path: string, base: PathBase): Result<string, string> {
  if (path.trim() === "") return fail("the path is empty");
  if (path.length > maxPathChars) return fail(`the path is too long (${path.length} characters)`);
  if (/[\u0000-\u001f\u007f]/.test(path)) {
    return fail(`invalid name ${JSON.stringify(path)}: a path cannot hold control characters`);
  }
  const rules = pathRules(base.platform);
  const fromHome = fromHomeFolder(path, base);
  if (base.platform === "win32") {
    const problem = windowsProblem(fromHome);
    if (problem !== null) return fail(`invalid path ${JSON.stringify(path)}: ${problem}`);
  }
  return ok(withoutTrailingSeparator(rules.resolve(base.workFolder, fromHome), rules));
}

function fromHomeFolder(path: string, base: PathBase): string {
  if (path === "~") return base.userHome;
  const isHome = path.startsWith("~/") || (base.platform === "win32" && path.startsWith("~\\"));
  return isHome ? pathRules(base.platform).join(base.userHome, path.slice(2)) : path;
}

function withoutTrailingSeparator(path: string, rules: typeof posix): string {
  return path.length > rules.parse(path).root.length && path.endsWith(rules.sep) ? path.slice(0, -1) : path;
}

const deviceName = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(\..*)?$/i;

function windowsProblem(path: string): string | null {
  if (/^[\\/]{2}/.test(path)) return "network and device paths (\\\\…) are not allowed";
  if (/^[a-z]:(?![\\/])/i.test(path)) return "a drive letter must be followed by a backslash, as in C:\\folder";
  const names = path.replace(/^[a-z]:/i, "").split(/[\\/]/);
  for (const name of names) {
    if (name === "" || name === "." || name === "..") continue;
    if (name.includes(":")) return "a name cannot hold a colon";
    if (name.endsWith(".") || name.endsWith(" ")) return "a name cannot end with a dot or a space";
    if (deviceName.test(name)) return `${name} is a device`;
  }
  return null;
}
