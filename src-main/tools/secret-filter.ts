import type { OpenedFolder, PathGuard } from "../policy/open-in-roots.ts";
import type { SensitivePath } from "../policy/sensitive-path.ts";
import { pathInFolder, runRipgrep } from "./ripgrep.ts";
import type { ToolContext } from "./tool.ts";

/** What a search passes over, because nobody was asked: secret places that its own path does not name. */
export interface SecretFilter {
  /** False where the call names a secret place itself: then nothing is passed over. */
  readonly isActive: boolean;
  /** For ripgrep, after all other globs. */
  readonly flags: readonly string[];
  /** Whether a file that ripgrep names may be told of. */
  admits(file: string): boolean;
  /** Remembers a place in the folder that is passed over. */
  leaveOut(secret: SensitivePath): void;
  secretOf(file: string): SensitivePath | null;
  /** The file is the place, and not something in it: its name is no secret. */
  isPlaceItself(file: string, secret: SensitivePath): boolean;
  /** Looks which secret places the search passes over: by names alone, so that it tells nothing of what they hold. */
  look(globs: readonly string[]): Promise<void>;
  /** A line for the model; "" when nothing was left out. */
  note(): string;
}

const maxPlaces = 20;
const lookingMs = 5000;

/** `named`: the path that the call names, resolved. What lies in a secret place was asked for, and is searched. */
export function createSecretFilter(
  folder: OpenedFolder,
  named: string,
  paths: PathGuard,
  context: ToolContext,
): SecretFilter {
  const isAsked = paths.secrets.placeOf(named, context) !== null;
  const globs = isAsked ? { skip: [], find: [] } : paths.secrets.globs(folder.path, context);
  const places = new Set<string>();
  const separator = context.platform === "win32" ? "\\" : "/";
  const pathOf = (file: string): string =>
    `${folder.path.endsWith(separator) ? folder.path : folder.path + separator}${plainName(file)}`;
  const secretOf = (file: string): SensitivePath | null =>
    isAsked ? null : paths.secrets.placeOf(pathOf(file), context, folder.path);
  const leaveOut = ({ place }: SensitivePath): void => {
    if (places.size < maxPlaces) places.add(place.slice(pathOf("").length));
  };
  return {
    isActive: !isAsked,
    flags: globs.skip.map((glob) => `--iglob=${glob}`),
    admits: (file) => secretOf(file) === null,
    leaveOut,
    secretOf,
    isPlaceItself: (file, { place }) => pathOf(file) === place,
    async look(more) {
      if (isAsked) return;
      const flags = ["--files", ...more, ...globs.find.map((glob) => `--iglob=${glob}`)];
      const onLine = (line: string): boolean => {
        const secret = secretOf(line);
        if (secret !== null) leaveOut(secret);
        return places.size < maxPlaces;
      };
      await runRipgrep(folder, flags, onLine, { ...context, timeoutMs: lookingMs });
    },
    note() {
      if (places.size === 0) return "";
      const list = [...places].sort().map((place) => pathInFolder(place, folder));
      const more = places.size < maxPlaces ? "" : " and perhaps more";
      return `[Left out, since secrets are kept there: ${list.join(", ")}${more}. Name one as path to ask for it.]`;
    },
  };
}

function plainName(file: string): string {
  return file.replace(/\r$/, "").replace(/^\.[\\/]/, "");
}
