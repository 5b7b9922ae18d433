import { z } from "../../src-preload/contract/zod.ts";
import type { OpenedFolder } from "../policy/open-in-roots.ts";
import { globOfAllForms, patternOfAllForms } from "./normal-forms.ts";
import type { SecretFilter } from "./secret-filter.ts";
import type { ToolContext } from "./tool.ts";

const maxMatches = 500;
const maxLineChars = 300;
/** ripgrep holds a line in memory: a file may be one. A larger file is searched when it is named, without a copy. */
const maxFileSize = "50M";

export const grepInput = () =>
  z.object({
    pattern: z.string().min(1).describe("Regular expression (Rust syntax)"),
    path: z.string().optional().describe("Folder or file; default: the work folder"),
    glob: z.string().optional().describe("e.g. *.ts"),
    ignoreCase: z.boolean().optional(),
    context: z.int().min(0).max(20).optional().describe("Lines around each match"),
    maxMatches: z.int().min(1).max(maxMatches).optional(),
  });
export type GrepInput = z.output<ReturnType<typeof grepInput>>;

export interface GrepSearch {
  readonly arguments_: GrepInput;
  readonly folder: OpenedFolder;
  /** The one file that is searched; null for all of the folder. */
  readonly only: string | null;
  readonly filter: SecretFilter;
  /** Also files that .gitignore names. */
  readonly ignored: boolean;
}

/** Flags of ripgrep for the lines of all files that are searched. */
export function searchFlags(search: GrepSearch): readonly string[] {
  const { arguments_, only } = search;
  return [
    "--null",
    "--with-filename",
    ...lineFlags(arguments_),
    // A single file is named by a glob, so that ripgrep never opens a path that was not found by walking.
    ...(only === null
      ? [`--max-filesize=${maxFileSize}`]
      : ["--no-ignore", "--binary", "--mmap", "--max-depth=1", `--glob=/${escapeGlob(only)}`]),
    ...placeFlags(search),
  ];
}

/** How lines are told, and what is looked for in them. */
export function lineFlags(arguments_: GrepInput): readonly string[] {
  return [
    "--line-number",
    "--no-heading",
    `--max-columns=${maxLineChars}`,
    "--max-columns-preview",
    `--context=${arguments_.context ?? 0}`,
    ...patternFlags(arguments_),
  ];
}

export function patternFlags({ pattern, ignoreCase }: GrepInput): readonly string[] {
  return [
    ...(ignoreCase === true ? ["--ignore-case"] : []),
    // With it `$` stands before CR LF too, but a carriage return cannot be looked for.
    ...(/\r|\\r|\\x0d|\\u000d|\\[xu]\{0*d\}/i.test(pattern) ? [] : ["--crlf"]),
    `--regexp=${patternOfAllForms(pattern)}`,
  ];
}

/** Which files of the folder; a file that is named is meant whatever the glob says. Globs of secrets come last: they decide. */
export function placeFlags({ arguments_, only, filter, ignored }: GrepSearch): readonly string[] {
  return [...(ignored ? ["--no-ignore"] : []), ...(only === null ? globFlags(arguments_) : []), ...filter.flags];
}

export function globFlags({ glob }: GrepInput): readonly string[] {
  return glob === undefined ? [] : [`--glob=${globOfAllForms(glob)}`];
}

/** A file of the folder by its own path. */
export function childOf(folder: OpenedFolder, name: string, { platform }: Pick<ToolContext, "platform">): string {
  const separator = platform === "win32" ? "\\" : "/";
  return folder.path.endsWith(separator) ? folder.path + name : folder.path + separator + name;
}

function escapeGlob(name: string): string {
  return name.replace(/[\\*?[\]{}!]/g, "\\$&");
}
