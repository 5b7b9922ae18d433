/** Folders of programs from a PATH. Not for Windows, whose lists have another format. */
export function foldersOf(env: Readonly<Record<string, string>>): readonly string[] {
  return (env["PATH"] ?? "").split(":").filter((folder) => folder !== "");
}

/** The environment with these folders behind those of its own PATH. */
export function withFolders(
  env: Readonly<Record<string, string>>,
  folders: readonly string[],
): Readonly<Record<string, string>> {
  const own = foldersOf(env);
  const added = folders.filter((folder) => !own.includes(folder));
  return added.length === 0 ? env : { ...env, PATH: [...own, ...new Set(added)].join(":") };
}
