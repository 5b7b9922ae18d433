import { readFile } from "node:fs/promises";
import { extname, join, normalize, sep } from "node:path";
import { systemCodeOf } from "../thrown.ts";

export interface StaticFile {
  readonly body: Buffer;
  readonly type: string;
  /** Names with a hash in them never change their content. */
  readonly immutable: boolean;
}

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".woff2": "font/woff2",
  ".ttf": "font/ttf",
};

/** A file of the built window by its path in the address, or null. Nothing outside the folder is reached. */
export async function readStatic(folder: string, pathname: string): Promise<StaticFile | null> {
  const name = decode(pathname === "/" ? "/index.html" : pathname);
  if (name === null || name.includes("\0")) return null;
  const path = normalize(join(folder, name));
  const type = types[extname(path)];
  if (!path.startsWith(folder + sep) || type === undefined) return null;
  try {
    return { body: await readFile(path), type, immutable: /-[\w-]{8}\.\w+$/.test(name) };
  } catch (cause) {
    const code = systemCodeOf(cause);
    if (code === "ENOENT" || code === "EISDIR" || code === "ENOTDIR") return null;
    throw cause;
  }
}

function decode(pathname: string): string | null {
  try {
    return decodeURIComponent(pathname);
  } catch (cause) {
    if (cause instanceof URIError) return null;
    throw cause;
  }
}
