import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";

/** A file of the built page and what it weighs on the way, as a server packs it. */
export interface LoadedFile {
  readonly name: string;
  readonly gzipBytes: number;
}

const linked = /<(?:script|link)\b[^>]*?\b(?:src|href)="([^"]+\.(?:js|css))"/g;
/** `import{a}from"./b.js"`, `import"./b.js"` and `export*from"./b.js"`; never `import("./b.js")`. */
const imported = /(?:\bfrom|\bimport)\s*["'](\.{1,2}\/[^"']+\.js)["']/g;

/** The page itself, what it links, and all that these scripts import before they run: everything until the first paint. */
export function readFirstLoad(folder: string): readonly LoadedFile[] {
  const names = new Set(["index.html"]);
  const files: LoadedFile[] = [];
  for (const name of names) {
    const bytes = readFileSync(join(folder, name));
    files.push({ name, gzipBytes: gzipSync(bytes, { level: 9 }).length });
    const pattern = name.endsWith(".html") ? linked : name.endsWith(".js") ? imported : null;
    if (pattern === null) continue;
    for (const [, path = ""] of bytes.toString("utf8").matchAll(pattern)) names.add(join(dirname(name), path));
  }
  return files;
}
