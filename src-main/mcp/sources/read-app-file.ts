import { type ParseError, parse } from "jsonc-parser";
import type { McpDraft } from "../../../src-preload/contract/mcp.ts";
import { fail, ok, type Result } from "../../../src-preload/contract/result.ts";
import { isTextTooDeep } from "../../settings/nesting.ts";
import type { FileSystem } from "../../storage/file-system.ts";
import { isMissing, reasonOf, systemCodeOf } from "../../thrown.ts";
import { text } from "../../words.ts";
import { fieldsOf, isShallow } from "../fields.ts";
import { readEntry } from "../read-entries.ts";
import type { AppPlace } from "./app-places.ts";

/** Claude Code keeps its history in the same file; it may be large, and no other is. */
const mostBytes = 32 * 1024 * 1024;
/** Nobody has set up as many. */
const mostServers = 300;

export interface AppServer {
  readonly draft: McpDraft;
  readonly isOff: boolean;
}

/** The servers of one file; null where the file is not there, and a sentence where it cannot be read. */
export async function readAppFile(
  { path, format, lists }: AppPlace,
  files: FileSystem,
  platform: NodeJS.Platform,
): Promise<Result<readonly AppServer[], string> | null> {
  try {
    const stats = await files.stat(path);
    if (!stats.isFile()) return fail(text("mcp.apps.noFile"));
    if (stats.size > mostBytes) return fail(text("mcp.apps.tooLarge", { most: mostBytes / 1024 / 1024 }));
    const read = await parseAs(format, (await files.readFile(path, "utf8")).replace(/^\ufeff/, ""));
    if (!read.ok) return read;
    const named = lists.flatMap((keys) => entriesAt(read.value, keys));
    return ok(named.slice(0, mostServers).flatMap(([name, entry]) => serverOf(name, entry, platform)));
  } catch (cause) {
    const code = systemCodeOf(cause);
    if (isMissing(cause) || code === "ENOTDIR") return null;
    if (code === null) throw cause;
    return fail(text("mcp.apps.unreadable", { reason: reasonOf(cause) }));
  }
}

async function parseAs(format: AppPlace["format"], content: string): Promise<Result<unknown, string>> {
  if (content.trim() === "") return ok({});
  const broken = fail(text("mcp.apps.broken", { format: { json: "JSON", toml: "TOML", yaml: "YAML" }[format] }));
  if (format === "json") {
    if (isTextTooDeep(content)) return broken;
    const errors: ParseError[] = [];
    const value: unknown = parse(content, errors, { allowTrailingComma: true });
    return errors.length === 0 ? ok(value) : broken;
  }
  try {
    const value = format === "toml" ? await parseToml(content) : await parseYaml(content);
    return isShallow(value) ? ok(value) : broken;
  } catch {
    // Whatever a library says of it, in words that are not for people.
    return broken;
  }
}

async function parseToml(content: string): Promise<unknown> {
  return (await import("smol-toml")).parse(content);
}

async function parseYaml(content: string): Promise<unknown> {
  return (await import("yaml")).parse(content, { maxAliasCount: 0, logLevel: "error" });
}

function entriesAt(value: unknown, [key, ...rest]: readonly string[]): readonly (readonly [string, unknown])[] {
  const fields = fieldsOf(value);
  if (fields === null) return [];
  if (key === undefined) return Object.entries(fields);
  if (key === "*") return Object.values(fields).flatMap((inner) => entriesAt(inner, rest));
  return Object.hasOwn(fields, key) ? entriesAt(fields[key], rest) : [];
}

/** What is built into another application is no server for us. */
function serverOf(name: string, entry: unknown, platform: NodeJS.Platform): readonly AppServer[] {
  const fields = fieldsOf(entry);
  const draft = readEntry(name, fields, platform);
  if (fields === null || draft === null) return [];
  const isOff = fields["disabled"] === true || fields["enabled"] === false || fields["isActive"] === false;
  return [{ draft, isOff }];
}
