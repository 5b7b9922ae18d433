import { type ParseError, parse } from "jsonc-parser";
import { type ContractError, contractError } from "../../src-preload/contract/errors.ts";
import type { McpDraft } from "../../src-preload/contract/mcp.ts";
import { fail, ok, type Result } from "../../src-preload/contract/result.ts";
import { isTextTooDeep } from "../settings/nesting.ts";
import { text } from "../words.ts";
import { draftOf } from "./draft-names.ts";
import { fieldsOf, isShallow } from "./fields.ts";
import { type ReadCommand, readCommand } from "./read-command.ts";
import { draftsIn, readEntry } from "./read-entries.ts";
import { readLink } from "./read-links.ts";

type Drafts = Result<readonly McpDraft[], ContractError>;
type Wrong = "empty" | "nothing" | "json" | "notJson" | "shell" | "package";

/**
 * Reads what a page or another app says of a server: its JSON, TOML or YAML, with or without what stands around it, a command
 * line, a link that would add it elsewhere, or an address. Values are as they stand there, also where they only stand in for
 * real ones. Nothing is started.
 */
export async function readDrafts(given: string, platform: NodeJS.Platform): Promise<Drafts> {
  const pasted = withoutFence(given.replace(/^\ufeff/, "").trim());
  if (pasted === "") return wrong("empty");
  if (/^[a-z][\w+.-]*:\S+$/i.test(pasted) && !/^[a-z]:[\\/]/i.test(pasted)) return readAddress(pasted, platform);
  if (/^[[{"]/.test(pasted) && !/^\[+[\w."' -]+\]+\s*$/m.test(pasted.split("\n")[0] ?? "")) {
    return readJson(pasted, platform);
  }
  if (hostOnly.test(pasted)) return readDrafts(`https://${pasted}`, platform);
  if (/^\s*\[+\s*["']?(mcp|servers|context)[\w."' -]*\]+\s*$/m.test(pasted)) return readToml(pasted, platform);
  const after = /^[^{]*[:\n]\s*(?=\{\s*["}\n])/.exec(pasted);
  const described = after === null ? null : jsonInWords(pasted);
  if (described !== null) return readJson(described, platform);
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

/** The first piece of code of a page in Markdown, with or without words around it. */
function withoutFence(pasted: string): string {
  return (/```\w*[ \t]*\r?\n([\s\S]*?)\n?[ \t]*```/.exec(pasted)?.[1] ?? pasted).trim();
}

function readAddress(pasted: string, platform: NodeJS.Platform): Drafts {
  const linked = readLink(pasted, platform);
  if (linked !== null) return found(linked);
  if (!/^https?:/i.test(pasted) || !URL.canParse(pasted)) return wrong("nothing");
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

/** What stands between the first brace and the last one, after words that are none of it. */
function jsonInWords(pasted: string): string | null {
  const start = pasted.search(/[{[]\s*["{[}\]]/);
  const end = Math.max(pasted.lastIndexOf("}"), pasted.lastIndexOf("]"));
  return start === -1 || end <= start ? null : pasted.slice(start, end + 1);
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
  const whole = pasted.startsWith('"') ? `{${pasted.replace(/,\s*$/, "")}}` : pasted;
  const read = jsonc(whole);
  if (read !== null) return found(draftsIn(read.value, platform));
  if (isUnfinished(whole)) return wrong("json");
  // Names without quotes, and single quotes: what people write by hand, and what YAML takes.
  return readYaml(whole, platform, "notJson");
}

/** `"C:\tools\x.exe"`, as people write a path of Windows: a backslash that is not doubled would be another letter. */
function withoutSingleBackslashes(whole: string): string {
  return whole.replace(/"[A-Za-z]:\\(?!\\)[^"\n]*"/g, (path) => path.replace(/\\+/g, "\\\\"));
}

/** It ends inside of a text, a list or an object. */
function isUnfinished(whole: string): boolean {
  const outside = whole.replace(/"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/g, "");
  const count = (mark: RegExp): number => [...outside.matchAll(mark)].length;
  return count(/[{[]/g) > count(/[}\]]/g);
}

/** Loaded here only: most people never paste either. */
async function readToml(pasted: string, platform: NodeJS.Platform): Promise<Drafts> {
  const toml = await import("smol-toml");
  return readWith(() => toml.parse(pasted), platform, "nothing");
}

async function readYaml(pasted: string, platform: NodeJS.Platform, otherwise: Wrong): Promise<Drafts> {
  if (isTextTooDeep(pasted)) return wrong(otherwise);
  const yaml = await import("yaml");
  return readWith(() => yaml.parse(pasted, { maxAliasCount: 0, logLevel: "silent" }), platform, otherwise);
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
