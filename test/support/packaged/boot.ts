import { chmodSync, cpSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { type ArchiveEntry, filesOf } from "../../../packaging/sizes.ts";
import { loadArchives } from "../../../packaging/tools.ts";

/*
 * What the stand-in for the runtime does with a packaged app: Node knows no archives, so that what this one holds is put into a folder
 * of the same name. As in Electron a program or a library in it cannot be run or loaded by the system: such a file is empty here.
 *   boot.ts PROGRAM FOLDER [WORDS FOR THE APP]
 */

const [, , program = "", folder = "", ...words] = process.argv;
const resources = join(dirname(program), "resources");
const archive = join(resources, "app.asar");
const inside = join(folder, "app.asar");
const isForSystem = /(?:\.(?:so|dylib|dll|exe)|\/bin\/[^/]+|\/apply-seccomp)$/;

const archives = await loadArchives();
const { header }: { readonly header: ArchiveEntry } = archives.getRawHeader(archive);
for (const { path, isUnpacked } of filesOf(header)) {
  const target = join(inside, path);
  mkdirSync(dirname(target), { recursive: true });
  if (isForSystem.test(path)) writeFileSync(target, "");
  else if (isUnpacked) cpSync(join(`${archive}.unpacked`, path), target);
  else writeFileSync(target, archives.extractFile(archive, path));
  // Node's own loader of compiled parts sees through an archive.
  if (!path.endsWith(".node")) chmodSync(target, 0o444);
}
cpSync(`${archive}.unpacked`, `${inside}.unpacked`, { recursive: true });

Object.defineProperty(process, "resourcesPath", { value: folder });
process.argv = [program, ...words];
const { main } = JSON.parse(archives.extractFile(archive, "package.json").toString("utf8"));
await import(pathToFileURL(join(inside, main)).href);
