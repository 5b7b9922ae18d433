import { type ParseError, parse } from "jsonc-parser";
import { type ContractError, contractError } from "../../src-preload/contract/errors.ts";
import type { McpDraft } from "../../src-preload/contract/mcp.ts";
import { fail, ok, type Result } from "../../src-preload/contract/result.ts";
import { isTextTooDeep } from "../settings/nesting.ts";
import { text } from "../words.ts";
import { draftOf } from "./draft-names.ts";
import { fieldsOf, isShallow } from "./fields.ts";
import { codePieces, jsonPieces, linksIn, tidied, tomlPart, withPlainQuotes } from "./paste-text.ts";
import { type ReadCommand, readCommand } from "./read-command.ts";
import { draftsIn, readEntry } from "./read-entries.ts";
import { readLink } from "./read-links.ts";

type Drafts = Result<readonly McpDraft[], ContractError>;
type Wrong = "empty" | "nothing" | "json" | "notJson" | "shell" | "package" | "install" | "page";

/**
 * Reads what a page or another app says of a server: its JSON, TOML or YAML, with or without what stands around it, a command
 * line, a link that would add it elsewhere, or an address. Values are as they stand there, also where they only stand in for
 * real ones. Nothing is started.
 */
export async function readDrafts(given: string, platform: NodeJS.Platform): Promise<Drafts> {
  const pasted = tidied(given);
  if (pasted === "") return wrong("empty");
  const pieces = codePieces(pasted);
  return firstRead(pieces, async (piece) => {
    const read = await readPiece(piece, platform);
    const plain = withPlainQuotes(piece);
    if (read.ok || plain === piece) return read;
    const again = await readPiece(plain, platform);
    return again.ok ? again : read;
  });
}

/** The first of them that a server is read from, else what is wrong with the first one. */
async function firstRead<Piece>(
  pieces: readonly Piece[],
  read: (piece: Piece) => Drafts | Promise<Drafts>,
): Promise<Drafts> {
  let first: Drafts | null = null;
  for (const piece of pieces) {
    const found = await read(piece);
    if (found.ok) return found;
    first ??= found;
  }
  return first ?? wrong("nothing");
}

async function readPiece(pasted: string, platform: NodeJS.Platform): Promise<Drafts> {
  const alone = /^(?:<|(?:url|address|endpoint)\s*[:=]\s*)?([a-z][\w+.-]*:[^\s<>]+)>?$/i.exec(pasted)?.[1];
  if (alone !== undefined && !/^[a-z]:[\\/]/i.test(alone)) return readAddress(alone, platform);
  const links = linksIn(pasted).flatMap((link) => readLink(link, platform) ?? []);
  if (links.length > 0) return ok(links);
  const toml = tomlPart(pasted);
  if (/^[[{"]/.test(pasted) && (toml === null || pasted.startsWith("{"))) return readJson(pasted, platform);
  if (hostOnly.test(pasted)) return readDrafts(`https://${pasted}`, platform);
  if (toml !== null) return readToml(toml, platform);
  if (/^[^{]*[:\n]\s*(?=\{\s*["'}\n/])/.test(pasted)) {
    return firstRead(jsonPieces(pasted).toReversed(), (piece) => readJson(piece, platform));
  }
  const read = readCommand(pasted, platform);
  const found = await fromCommand(read, platform);
  if (found.ok || read.kind !== "nothing") return found;
  return /^\s*[\w"'-]+\s*:/m.test(pasted) ? readYaml(pasted, platform, "nothing") : found;
}

/** `mcp.example.com/mcp`, and no file of a program. */
const hostOnly = /^(?!.*\.(?:m?js|ts|py|sh|exe|cmd)$)(?:[a-z0-9-]+\.)+[a-z]{2,}(?::\d+)?(?:\/\S*)?$/i;

function wrong(reason: Wrong): Result<never, ContractError> {
  return fail(contractError("invalid-input", text(`mcp.read.${reason}`), { field: "text" }));
}

function found(drafts: readonly McpDraft[], otherwise: Wrong = "nothing"): Drafts {
  return drafts.length === 0 ? wrong(otherwise) : ok(drafts);
}

/** Pages about packages; they are no servers. */
const packagePages: readonly (readonly [RegExp, (name: string) => readonly string[]])[] = [
  [/^https?:\/\/(?:www\.)?npmjs\.com\/package\/((?:@[\w.-]+\/)?[\w.-]+)/, (name) => ["npx", "-y", name]],
  [/^https?:\/\/pypi\.org\/project\/([\w.-]+)/, (name) => ["uvx", name]],
];

function readAddress(pasted: string, platform: NodeJS.Platform): Drafts {
  const linked = readLink(pasted, platform);
  if (linked !== null) return found(linked);
  if (!/^https?:/i.test(pasted) || !URL.canParse(pasted)) return wrong("nothing");
  for (const [page, start] of packagePages) {
    const [command = "", ...args] = start(page.exec(pasted)?.[1] ?? "");
    if (page.test(pasted)) return ok([draftOf("", { kind: "command", command, args, cwd: null })]);
  }
  if (/^https?:\/\/(?:www\.)?(?:github|gitlab)\.com\//.test(pasted)) return wrong("page");
  return ok([draftOf("", { kind: "address", url: pasted })]);
}

async function fromCommand(read: ReadCommand, platform: NodeJS.Platform): Promise<Drafts> {
  if (read.kind === "draft") return ok([read.draft]);
  if (read.kind !== "json") return wrong(read.kind);
  const { name, json } = read;
  const value = jsonc(json);
  const own = readEntry(name, fieldsOf(value?.value), platform);
  if (value !== null && own !== null && name !== "") return ok([own]);
  return readJson(json, platform);
}

/** Null for what is no JSON; comments and commas too many are. */
function jsonc(whole: string): { readonly value: unknown } | null {
  const errors: ParseError[] = [];
  const value: unknown = parse(withoutSingleBackslashes(whole), errors, { allowTrailingComma: true });
  return errors.length === 0 ? { value } : null;
}

async function readJson(pasted: string, platform: NodeJS.Platform): Promise<Drafts> {
  if (isTextTooDeep(pasted)) return wrong("json");
  // A page may show the inner lines alone: `"name": { … }`.
  const whole = pasted.startsWith('"') ? `{${withoutLooseEnds(pasted)}}` : pasted;
  const read = jsonc(whole);
  if (read !== null) return found(draftsIn(read.value, platform));
  if (isUnfinished(whole)) return wrong("json");
  // Names without quotes, and single quotes: what people write by hand, and what YAML takes.
  return readYaml(whole, platform, "notJson");
}

/** `"C:\tools\x.exe"`, as people write a path of Windows: a backslash that is not doubled would be another letter. */
function withoutSingleBackslashes(whole: string): string {
  const ofDrive = whole.replace(/"[A-Za-z]:\\(?!\\)[^"\n]*"/g, (path) => path.replace(/\\+/g, "\\\\"));
  return ofDrive.replace(/"\\\\[A-Za-z][^"\\\n]*\\(?!\\)[^"\n]*"/g, (path) => path.replaceAll("\\", "\\\\"));
}

/** Without the comma, and the braces of what stood around them. */
function withoutLooseEnds(lines: string): string {
  const inner = lines.replace(/,\s*$/, "");
  const isLoose = openMarks(inner) < 0 && inner.endsWith("}");
  return isLoose ? withoutLooseEnds(inner.slice(0, -1).trimEnd()) : inner;
}

/** It ends inside of a text, a list or an object. */
function isUnfinished(whole: string): boolean {
  return openMarks(whole) > 0;
}

/** How many more braces and brackets are opened than closed. */
function openMarks(whole: string): number {
  const outside = whole.replace(/"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/g, "");
  const count = (mark: RegExp): number => [...outside.matchAll(mark)].length;
  return count(/[{[]/g) - count(/[}\]]/g);
}

/** Loaded here only: most people never paste either. */
async function readToml(pasted: string, platform: NodeJS.Platform): Promise<Drafts> {
  const toml = await import("smol-toml");
  return readWith(() => toml.parse(pasted), platform, "nothing");
}

async function readYaml(pasted: string, platform: NodeJS.Platform, otherwise: Wrong): Promise<Drafts> {
  if (isTextTooDeep(pasted)) return wrong(otherwise);
  const yaml = await import("yaml");
  return readWith(() => yaml.parse(pasted, { maxAliasCount: 0, logLevel: "error" }), platform, otherwise);
}

function readWith(read: () => unknown, platform: NodeJS.Platform, otherwise: Wrong): Drafts {
  try {
    const value = read();
    return isShallow(value) ? found(draftsIn(value, platform), otherwise) : wrong(otherwise);
  } catch {
    // It is not of that form either.
    return wrong(otherwise);
  }
}
