import { type ParseError, parse } from "jsonc-parser";
import { type ContractError, contractError } from "../../src-preload/contract/errors.ts";
import type { McpDraft, McpTarget } from "../../src-preload/contract/mcp.ts";
import { fail, ok, type Result } from "../../src-preload/contract/result.ts";
import { z } from "../../src-preload/contract/zod.ts";
import { isTextTooDeep } from "../settings/nesting.ts";
import { text } from "../settings/text.ts";
import { splitCommand } from "./split-command.ts";

const texts = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]).transform(String));
/** One server, as the settings of other apps write it. */
const entrySchema = z.union([
  z.object({
    command: z.union([z.string().min(1), z.array(z.string()).min(1)]),
    args: z.array(z.union([z.string(), z.number(), z.boolean()]).transform(String)).default([]),
    env: texts.optional(),
    environment: texts.optional(),
    cwd: z.string().nullish(),
  }),
  z.object({ url: z.string().min(1), headers: texts.optional() }),
  z.object({ serverUrl: z.string().min(1), headers: texts.optional() }),
]);
type Entry = z.infer<typeof entrySchema>;

const lists = ["mcpServers", "mcp_servers", "servers", "context_servers", "mcp"];
/** What a shell does with several programs; here one is started. */
const shellWords: ReadonlySet<string> = new Set([";", "|", "||", "&", "&&", ">", ">>", "<"]);

/**
 * Reads what a page or another app says of a server: its JSON, with or without what stands around it, a command line, or an
 * address. Values are as they stand there, also where they only stand in for real ones.
 */
export function readDrafts(given: string, platform: NodeJS.Platform): Result<readonly McpDraft[], ContractError> {
  const pasted = withoutFence(given.trim());
  if (pasted === "") return wrong("mcp.read.empty");
  if (/^https?:\/\/\S+$/i.test(pasted)) {
    if (!URL.canParse(pasted)) return wrong("mcp.read.nothing");
    return ok([draftOf(nameOfAddress(pasted), { kind: "address", url: pasted }, {})]);
  }
  if (/^[[{"]/.test(pasted)) return readJson(pasted);
  if (hostOnly.test(pasted)) return readDrafts(`https://${pasted}`, platform);
  const isOfShell = splitCommand(pasted, platform).some((word) => shellWords.has(word) || word.endsWith(";"));
  if (isOfShell) return wrong("mcp.read.shell");
  const draft = readCommand(pasted, platform);
  return draft === null ? wrong("mcp.read.nothing") : ok([draft]);
}

/** `mcp.example.com/mcp`, and no file of a program. */
const hostOnly = /^(?!.*\.(?:m?js|ts|py|sh|exe|cmd)$)(?:[a-z0-9-]+\.)+[a-z]{2,}(?::\d+)?(?:\/\S*)?$/i;

function wrong(
  key: "mcp.read.empty" | "mcp.read.nothing" | "mcp.read.json" | "mcp.read.shell",
): Result<never, ContractError> {
  return fail(contractError("invalid-input", text(key), { field: "text" }));
}

/** The first piece of code of a page in Markdown, with or without words around it. */
function withoutFence(pasted: string): string {
  return (/```\w*[ \t]*\r?\n([\s\S]*?)\n?[ \t]*```/.exec(pasted)?.[1] ?? pasted).trim();
}

function readJson(pasted: string): Result<readonly McpDraft[], ContractError> {
  if (isTextTooDeep(pasted)) return wrong("mcp.read.json");
  // A page may show the inner lines alone: `"name": { … }`.
  const whole = pasted.startsWith('"') ? `{${pasted.replace(/,\s*$/, "")}}` : pasted;
  const errors: ParseError[] = [];
  const value: unknown = parse(whole, errors, { allowTrailingComma: true });
  if (errors.length > 0) return wrong("mcp.read.json");
  const drafts = draftsIn(value);
  return drafts.length === 0 ? wrong("mcp.read.nothing") : ok(drafts);
}

function draftsIn(value: unknown): readonly McpDraft[] {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return [];
  const fields: Readonly<Record<string, unknown>> = { ...value };
  const own = entrySchema.safeParse(fields);
  if (own.success) return [fromEntry(typeof fields["name"] === "string" ? fields["name"] : "", own.data)];
  const list = lists.find((name) => typeof fields[name] === "object" && fields[name] !== null);
  const listed = list === undefined ? [] : draftsIn(fields[list]);
  if (listed.length > 0) return listed;
  const inner = list === undefined ? fields : fields[list];
  return Object.entries(typeof inner === "object" && inner !== null ? inner : {}).flatMap(([name, entry]) => {
    const parsed = entrySchema.safeParse(entry);
    return parsed.success ? [fromEntry(name, parsed.data)] : [];
  });
}

function fromEntry(name: string, entry: Entry): McpDraft {
  if (!("command" in entry)) {
    const url = "url" in entry ? entry.url : entry.serverUrl;
    return draftOf(name === "" ? nameOfAddress(url) : name, { kind: "address", url }, entry.headers ?? {});
  }
  const [command = "", ...first] = typeof entry.command === "string" ? [entry.command] : entry.command;
  const args = [...first, ...entry.args];
  const target: McpTarget = { kind: "command", command, args, cwd: entry.cwd ?? null };
  return draftOf(name === "" ? nameOfCommand(command, args) : name, target, entry.env ?? entry.environment ?? {});
}

/** `A=b npx -y package`, and the same after the words by which another app adds a server. */
function readCommand(pasted: string, platform: NodeJS.Platform): McpDraft | null {
  const words = splitCommand(pasted.replace(/^\$\s+/, "").replace(/\\\r?\n/g, " "), platform);
  if (/[\r\n]/.test(pasted.replace(/\\\r?\n/g, " "))) return null;
  const added = /^\S+ mcp add /.test(words.join(" ")) ? readAdding(words.slice(3)) : null;
  const values: Record<string, string> = { ...added?.values };
  const rest = [...(added?.words ?? words)];
  for (let first = rest[0]; first !== undefined && isSetting(first); first = rest[0]) {
    rest.shift();
    Object.assign(values, settingOf(first));
  }
  const [command, ...args] = rest;
  if (command === undefined || !/^[\w@~./\\:-]+$/.test(command)) return null;
  if (/^https?:\/\//i.test(command)) {
    if (!URL.canParse(command)) return null;
    const all = added === null ? values : { ...values, ...headersAmong(args) };
    return draftOf(added?.name ?? nameOfAddress(command), { kind: "address", url: command }, all);
  }
  if (/^[a-z]+:\/\//i.test(command) || /^(null|true|false|undefined|\d+)$/.test(command)) return null;
  const target: McpTarget = { kind: "command", command, args, cwd: null };
  return draftOf(added?.name ?? nameOfCommand(command, args), target, values);
}

function isSetting(word: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_]*=/.test(word);
}

function settingOf(word: string): Readonly<Record<string, string>> {
  return { [word.slice(0, word.indexOf("="))]: word.slice(word.indexOf("=") + 1) };
}

function isHeaderOption(word: string): boolean {
  return /^(-H|--header)$/.test(word);
}

/** `A: b`. */
function headerOf(written: string): Readonly<Record<string, string>> {
  const colon = written.indexOf(":");
  return colon < 1 ? {} : { [written.slice(0, colon).trim()]: written.slice(colon + 1).trim() };
}

/** Those that stand after the address. */
function headersAmong(words: readonly string[]): Readonly<Record<string, string>> {
  const headers = words.map((word, index) => (isHeaderOption(words[index - 1] ?? "") ? headerOf(word) : {}));
  return Object.assign({}, ...headers);
}

/** `add [--transport T] [--scope S] [-e A=b] [--header "A: b"] NAME [--] COMMAND…` */
function readAdding(words: readonly string[]): {
  readonly name: string;
  readonly values: Readonly<Record<string, string>>;
  readonly words: readonly string[];
} | null {
  const values: Record<string, string> = {};
  let name: string | null = null;
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? "";
    const next = words[index + 1] ?? "";
    if (/^(-e|--env)$/.test(word)) Object.assign(values, settingOf(next));
    else if (isHeaderOption(word)) Object.assign(values, headerOf(next));
    if (word === "--") return name === null ? null : { name, values, words: words.slice(index + 1) };
    if (/^-/.test(word)) index += 1;
    else if (name === null) name = word;
    else return { name, values, words: words.slice(index) };
  }
  return null;
}

function draftOf(name: string, target: McpTarget, values: Readonly<Record<string, string>>): McpDraft {
  const ours = Object.entries(values).map(([key, value]) => [key, value.replace(/\$\{env:(\w+)\}/g, "$${$1}")]);
  return { name: plainName(name), target, values: Object.fromEntries(ours) };
}

function plainName(name: string): string {
  const plain = name
    .trim()
    .replace(/[^A-Za-z0-9._-]+/g, "-")
    .replace(/^[^A-Za-z0-9]+|-+$/g, "")
    .slice(0, 40);
  return plain === "" ? "server" : plain;
}

/** `@scope/server-files@1.2` and `mcp-server-files` are called files. */
function nameOfCommand(command: string, args: readonly string[]): string {
  const isRunner = /(^|[/\\])(npx|npm|pnpx|bunx|uvx|uv|pipx|docker|podman|node|deno|bun|python3?)(\.\w+)?$/i.test(
    command,
  );
  const words = isRunner ? args.filter((word) => !/^(-|exec$|run$|dlx$|tool$)/.test(word)) : [command];
  const best = words.find((word) => /mcp|server/i.test(word)) ?? words[0] ?? command;
  const base = best.replace(/\.(m?js|ts|py)$/i, "").replace(/[/\\]+$/, "");
  const last =
    base
      .replace(/(.)@[^/\\]*$/, "$1")
      .split(/[/\\:]/)
      .at(-1) ?? base;
  const short = last
    .replace(/^(mcp[-_])?(server[-_])?|([-_]mcp)?([-_]server)?$/gi, "")
    .replace(/^mcp[-_]|[-_]mcp$/gi, "");
  return short === "" ? last : short;
}

/** `https://mcp.linear.app/sse` is called linear. */
function nameOfAddress(url: string): string {
  if (!URL.canParse(url)) return "server";
  const { hostname } = new URL(url);
  if (/^[\d.]+$|^localhost$|:/.test(hostname)) return "local";
  const parts = hostname.split(".").filter((part) => !/^(mcp|www|api|com|org|net|io|dev|app|ai|co)$/.test(part));
  return parts.at(-1) ?? hostname;
}
