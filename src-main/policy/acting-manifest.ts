import { parseBoundedJson } from "../../src-preload/contract/bounded-json.ts";

/*
 * Manifests are edited all day and act by a few of their parts alone. Only a change to one of those is asked for; what
 * cannot be read is.
 */

export interface FileChange {
  /** Null for a file that is new or cannot be read. */
  readonly before: string | null;
  readonly after: string;
}

type Json = Readonly<Record<string, unknown>>;

/** Scripts that npm, pnpm, yarn and bun run on their own, and what others read from the manifest. */
const lifecycle =
  /^(?:pre|post)?(?:install|uninstall|prepare|publish|pack|version)$|^prepublishOnly$|^dependencies$|^(?:pre|post)(?:test|start|stop|restart|build|dev)$/;
const actingFields = [
  "husky",
  "lint-staged",
  "simple-git-hooks",
  "pre-commit",
  "gitHooks",
  "git-hooks",
  "hooks",
  "pnpm",
  "packageManager",
  "trustedDependencies",
  "allowScripts",
  "gypfile",
  "volta",
  "eslintConfig",
  "prettier",
  "devEngines",
];
/** Tables of pyproject.toml that nothing is run for. */
const plainTable =
  /^\[\[?(?:project|dependency-groups|tool\.(?:ruff|black|isort|mypy|pyright|coverage|poetry|uv|bandit|pylint))(?:\..*)?\]\]?$/;

/** True when the change touches what such a manifest has run by itself; null for a file that is no manifest. */
export function manifestActs(name: string, change: FileChange): boolean | null {
  switch (name) {
    case "package.json":
      return differs(change, packageParts);
    case "composer.json":
      return differs(change, composerParts);
    case "pyproject.toml":
      return differs(change, projectParts);
    default:
      return null;
  }
}

/** Parts are compared as text; null for a text that cannot be judged. */
function differs({ before, after }: FileChange, partsOf: (text: string) => string | null): boolean {
  const now = partsOf(after);
  return now === null || now !== (before === null ? partsOf("") : partsOf(before));
}

function packageParts(text: string): string | null {
  const manifest = objectOf(text);
  if (manifest === null) return null;
  const scripts = isObject(manifest["scripts"]) ? manifest["scripts"] : {};
  const own = Object.entries(scripts).filter(([name]) => lifecycle.test(name));
  const fields = actingFields.map((name) => [name, manifest[name]]).filter(([, value]) => value !== undefined);
  return own.length + fields.length === 0 ? "" : JSON.stringify([own, fields]);
}

function composerParts(text: string): string | null {
  const manifest = objectOf(text);
  if (manifest === null) return null;
  const { scripts, config, repositories } = manifest;
  return (scripts ?? config ?? repositories) ? JSON.stringify([scripts, config, repositories]) : "";
}

/** Line by line, without reading TOML: a text over several lines could hold what looks like a table. */
function projectParts(text: string): string | null {
  if (text.includes('"""') || text.includes("'''")) return null;
  let isPlain = true;
  const acting: string[] = [];
  for (const line of text.split(/\r?\n/)) {
    const plain = line.trim();
    if (plain.startsWith("[")) isPlain = plainTable.test(plain);
    if (!isPlain && plain !== "" && !plain.startsWith("#")) acting.push(plain);
    if (isPlain && /^(?:build-system|"build-system"|tool)\b/.test(plain)) acting.push(plain);
  }
  return acting.join("\n");
}

function objectOf(text: string): Json | null {
  if (text.trim() === "") return {};
  try {
    const value = parseBoundedJson(text.replace(/^\ufeff/, ""));
    return isObject(value) ? value : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
