// npm run package: makes packages of the desktop app for this system. See packaging/README.md.
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { appFolder, archiveIn } from "../packaging/app-folder.ts";
import { readOptions } from "../packaging/arguments.ts";
import { builderConfig } from "../packaging/builder.ts";
import { findRuntime } from "../packaging/runtime.ts";
import { softwareBill } from "../packaging/sbom.ts";
import { filesOf, sizesByPart, sizeTable } from "../packaging/sizes.ts";
import { installTools, loadArchives, loadBuilder } from "../packaging/tools.ts";
import { reasonOf } from "../src-main/thrown.ts";
import { buildIfStale } from "./build-if-stale.ts";
import { electronPackage, electronProgram, fetchElectron } from "./find-electron.ts";
import { listPath } from "./third-party.ts";

const root = join(import.meta.dirname, "..");

function end(reason: string): never {
  console.error(reason);
  process.exit(1);
}

const options = readOptions(process.argv.slice(2), process.platform);
if (!options.ok) end(options.error);
const { platform, isFolderAlone, output: named } = options.value;
const { version: electronVersion } = JSON.parse(readFileSync(join(electronPackage(), "package.json"), "utf8"));
const target = { platform, arch: process.arch };
const runtime = await findRuntime({
  target,
  version: electronVersion,
  named: options.value.runtime === null ? null : resolve(options.value.runtime),
  installed: () => (electronProgram() === null ? null : join(electronPackage(), "dist")),
  fetch: fetchElectron,
});
if (!runtime.ok) end(runtime.error);

try {
  await installTools();
  await buildIfStale();
  const output = named === null ? join(root, "out/packages") : resolve(named);
  const updates = process.env["PERCH_UPDATES"] ?? null;
  const config = builderConfig({ target, electronVersion, runtime: runtime.value, output, updates });
  const { build, createTargets, Platform } = loadBuilder();
  const made = await build({
    projectDir: root,
    config,
    targets: createTargets([Platform.fromString(platform)], isFolderAlone ? "dir" : null, target.arch),
    publish: "never",
  });
  console.log(
    sizeTable(sizesByPart(filesOf((await loadArchives()).getRawHeader(archiveIn(appFolder(output, target))).header))),
  );
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const { packages } = JSON.parse(readFileSync(join(root, listPath), "utf8"));
  const bill = join(output, `perch-${version}-sbom.cdx.json`);
  writeFileSync(bill, `${JSON.stringify(softwareBill({ version, electronVersion, packages }), null, 2)}\n`);
  for (const path of [...made, bill]) console.log(path);
  if (isFolderAlone) console.log(appFolder(output, target));
} catch (cause) {
  end(`The package could not be made: ${reasonOf(cause)}`);
}
