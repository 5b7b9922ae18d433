import type { PathContext } from "./path-guard.ts";
import { comparable, isInside, pathRules } from "./path-name.ts";
import type { Root } from "./roots.ts";
import { type SecretKind, secretNameOf, secretPatterns } from "./secret-table.ts";

/** Something that is read only after a yes. */
export interface SensitivePath {
  readonly kind: SecretKind | "chats";
  /** The folder or the file that is meant, absolute. */
  readonly place: string;
}

/** What is needed to judge a path by its text alone. */
type JudgingContext = Pick<PathContext, "roots" | "platform" | "userHome">;

/**
 * What kind of secret a resolved path leads to, by its letters. Inside the folders that Perch lends to a run only the
 * names below them count: the workspace lies in `.perch`. The chats there are secrets too.
 */
export function sensitivePathOf(path: string, place: JudgingContext): SensitivePath | null {
  const rules = pathRules(place.platform);
  const lent = lentRoot(path, place);
  if (lent?.kind === "workspace") {
    const chats = rules.join(lent.path, "sessions");
    if (isSameOrBelow(path, chats, place)) return { kind: "chats", place: chats };
  }
  const from = lent?.path ?? "";
  const judged = lent === null ? path : rules.join(rules.sep, "lent", rules.relative(from, path));
  const found = secretNameOf(judged);
  if (found === null) return null;
  return { kind: found.kind, place: lent === null ? upTo(path, found.length, rules.sep) : path };
}

/** The first names of an absolute path. */
function upTo(path: string, length: number, separator: string): string {
  const parts = path.split(separator);
  const start = parts[0] === "" ? 1 : 0;
  return parts.slice(0, start + length).join(separator);
}

/** The folder of Perch's own that this lies in: not the work folder. */
export function lentRoot(path: string, place: JudgingContext): Root | null {
  return place.roots.list.find((root) => root.kind !== "work" && isSameOrBelow(path, root.path, place)) ?? null;
}

export function isSameOrBelow(path: string, folder: string, { platform }: Pick<PathContext, "platform">): boolean {
  return isInside(comparable(path, platform), comparable(folder, platform), platform);
}

/** Globs of ripgrep, to be read without regard to case. */
export interface SecretGlobs {
  /** A search with them passes over secret places. They cannot say all that `sensitivePathOf` says. */
  readonly skip: readonly string[];
  /** A search with them finds secret places only. */
  readonly find: readonly string[];
}

/** What a search of this folder should know of secret places below it. */
export function secretGlobs(folder: string, place: JudgingContext): SecretGlobs {
  const rules = pathRules(place.platform);
  const names = folder.split(rules.sep).filter((name) => name !== "");
  const patterns = Object.values(secretPatterns()).flat();
  const chats = place.roots.list
    .filter((root) => root.kind === "workspace")
    .map((root) => rules.join(root.path, "sessions"));
  const { reserved } = place.roots;
  const own = [...chats, ...(reserved === undefined ? [] : [reserved])].flatMap((inner) =>
    globBelow(folder, inner, place),
  );
  return {
    skip: [...patterns.filter((pattern) => !hasExceptions(pattern)).flatMap((one) => globsFor(one, names)), ...own].map(
      (glob) => `!${glob}`,
    ),
    find: [
      ...patterns.flatMap((one) => globsFor(one, names).map((glob) => (one.endsWith("/") ? `${glob}/**` : glob))),
      ...own.map((glob) => `${glob}/**`),
    ],
  };
}

/** `.env.example` is no secret. */
function hasExceptions(pattern: string): boolean {
  return pattern === ".env.*";
}

function globsFor(pattern: string, folder: readonly string[]): readonly string[] {
  const names = pattern.split("/").filter((name) => name !== "");
  const isTop = pattern.startsWith("/");
  const globs = isTop ? [] : [`**/${names.join("/")}`];
  // A search may start in the middle of a place: `~/.config` of `.config/gcloud`.
  for (let length = isTop && folder.length === 0 ? 0 : 1; length < names.length; length++) {
    const ending = isTop ? folder : folder.slice(-length);
    const isStart =
      ending.length === length && ending.every((name, index) => name.toLowerCase() === names[index]?.toLowerCase());
    if (isStart) globs.push(`/${names.slice(length).join("/")}`);
  }
  return globs;
}

function globBelow(folder: string, inner: string, place: JudgingContext): readonly string[] {
  if (!isSameOrBelow(inner, folder, place)) return [];
  const rest = pathRules(place.platform).relative(folder, inner);
  return rest === ""
    ? []
    : [
        `/${rest
          .split("\\")
          .join("/")
          .replace(/[*?[\]{}!]/g, "\\$&")}`,
      ];
}
