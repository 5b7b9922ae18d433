import { lazy } from "react";

/** What the editor's modules ask for while they are loaded is there before them, in whatever order the build puts these. */
async function afterEnvironment<Module>(load: () => Promise<Module>): Promise<Module> {
  await import("./monaco-environment.ts");
  return load();
}

/** The editor, fetched with the first file that is opened. */
export const LazyEditor = lazy(async () => ({
  default: (await afterEnvironment(() => import("./monaco-editor.tsx"))).MonacoEditor,
}));

/** Two texts beside each other. */
export const LazyCompare = lazy(async () => ({
  default: (await afterEnvironment(() => import("./monaco-compare.tsx"))).MonacoCompare,
}));
