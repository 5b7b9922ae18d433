import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import { delimiter, isAbsolute, join, resolve } from "node:path";

export interface CommandSearch {
  readonly env: Readonly<Record<string, string>>;
  readonly platform: NodeJS.Platform;
  /** The user's own home folder, for `~`. */
  readonly userHome: string;
  /** Commands with a slash in them start here. */
  readonly folder: string;
}

export type FoundCommand =
  | {
      readonly kind: "found";
      readonly path: string;
      readonly isOnPath: boolean;
      /** What stands before its own arguments: it is a script, which `path` runs. */
      readonly before?: readonly string[];
    }
  | { readonly kind: "missing" }
  /** It is there, and no program. */
  | { readonly kind: "no-program"; readonly path: string };

/** Finds a program the way a shell does: on PATH, with the endings that Windows leaves out (`npx` is `npx.cmd`). */
export async function findCommand(command: string, place: CommandSearch): Promise<FoundCommand> {
  const given = command.startsWith("~/") ? join(place.userHome, command.slice(2)) : command;
  const isPath = isAbsolute(given) || /[/\\]/.test(given);
  const folders = isPath ? [] : (variable("PATH", place) ?? "").split(delimiter).filter((folder) => folder !== "");
  const bases = isPath ? [resolve(place.folder, given)] : folders.map((folder) => join(folder, given));
  let noProgram: string | null = null;
  for (const base of given.trim() === "" ? [] : bases) {
    for (const path of withEndings(base, place)) {
      const kind = await look(path, place.platform);
      if (kind === "program") return { kind: "found", path, isOnPath: !isPath };
      if (kind === "file") noProgram ??= path;
    }
  }
  return noProgram === null ? { kind: "missing" } : { kind: "no-program", path: noProgram };
}

function withEndings(base: string, place: CommandSearch): readonly string[] {
  if (place.platform !== "win32") return [base];
  const endings = (variable("PATHEXT", place) ?? ".COM;.EXE;.BAT;.CMD").split(";");
  const has = endings.some((ending) => ending !== "" && base.toLowerCase().endsWith(ending.toLowerCase()));
  return has ? [base] : endings.map((ending) => base + ending);
}

/** Names of variables differ in case on Windows. */
function variable(name: string, { env, platform }: CommandSearch): string | undefined {
  if (platform !== "win32") return env[name];
  return Object.entries(env).find(([key]) => key.toUpperCase() === name)?.[1];
}

async function look(path: string, platform: NodeJS.Platform): Promise<"program" | "file" | "nothing"> {
  try {
    if (!(await stat(path)).isFile()) return "nothing";
  } catch {
    // Whatever keeps us from it keeps a program from being started.
    return "nothing";
  }
  if (platform === "win32") return "program";
  return access(path, constants.X_OK).then(
    () => "program" as const,
    () => "file" as const,
  );
}
