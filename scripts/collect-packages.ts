import type { Plugin } from "vite";
import { nativePackages } from "./native-packages.ts";
import { foldersOf, packageFolderOf, writeThirdParties } from "./third-party.ts";

/** Shared by the three parts of a build, which come one after the other in one process. */
const folders = new Set<string>();

/**
 * Notes whose code a build takes in, and writes the list of it with the licences. A package without a text of its licence, or with
 * one that Perch may not carry, ends the build.
 */
export function collectPackages(root: string): Plugin {
  return {
    name: "collect-packages",
    apply: "build",
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== "chunk") continue;
        for (const module of file.moduleIds) {
          const folder = packageFolderOf(module);
          if (folder !== null) folders.add(folder);
        }
      }
    },
    writeBundle() {
      writeThirdParties([...folders, ...foldersOf(nativePackages, root)], root);
    },
  };
}
