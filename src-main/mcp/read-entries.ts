import type { McpDraft, McpTarget } from "../../src-preload/contract/mcp.ts";
import { draftOf } from "./draft-names.ts";
import { type Fields, fieldsOf, isText } from "./fields.ts";
import { readRegistryEntry } from "./read-registry.ts";
import { isWindowsText, splitCommand, withoutShell } from "./split-command.ts";

/** Under these names apps keep their servers. */
const lists = ["mcpServers", "mcp_servers", "servers", "context_servers", "extensions", "mcp", "server"];
/** Deeper than any app keeps them. */
const mostLevels = 6;

/** The servers in what was read, whatever stands around them. */
export function draftsIn(value: unknown, platform: NodeJS.Platform, levels = mostLevels): readonly McpDraft[] {
  if (levels === 0) return [];
  if (Array.isArray(value)) return value.flatMap((one) => draftsIn(one, platform, levels - 1));
  const fields = fieldsOf(value);
  if (fields === null) return [];
  const { name } = fields;
  const own = readEntry(isText(name) ? name : "", fields, platform);
  if (own !== null) return [own];
  const registered = readRegistryEntry(fields);
  if (registered.length > 0) return registered;
  const list = Object.keys(fields).find((key) => lists.includes(key) || /\.(mcpServers|servers)$/.test(key));
  const inner = list === undefined ? undefined : fields[list];
  const listed = inner === undefined ? [] : draftsIn(inner, platform, levels - 1);
  // Claude Code keeps servers by folder too.
  const ofFolders = Object.values(fieldsOf(fields["projects"]) ?? {}).flatMap((one) =>
    draftsIn(one, platform, levels - 1),
  );
  if (listed.length + ofFolders.length > 0) return [...listed, ...ofFolders];
  return Object.entries(fields).flatMap(([key, entry]) => {
    const draft = readEntry(key, fieldsOf(entry), platform);
    return draft === null ? [] : [draft];
  });
}

/** One server, as the settings of any app write it; null for what is none. */
export function readEntry(name: string, entry: Fields | null, platform: NodeJS.Platform): McpDraft | null {
  if (entry === null) return null;
  const transport = fieldsOf(entry["transport"]);
  const fields = transport === null ? entry : { ...transport, ...entry };
  const url = firstText(fields, ["url", "serverUrl", "server_url", "httpUrl", "baseUrl", "uri", "endpoint"]);
  const command = commandOf(fields, platform);
  if (command !== null) return draftOf(name, command, variablesOf(fields));
  if (url === null || !/^https?:\/\//i.test(url)) return null;
  return draftOf(name, { kind: "address", url }, headersOf(fields));
}

function firstText(fields: Fields, names: readonly string[]): string | null {
  const found = names.map((name) => fields[name]).find((value) => isText(value) && value.trim() !== "");
  return isText(found) ? found.trim() : null;
}

function commandOf(fields: Fields, platform: NodeJS.Platform): McpTarget | null {
  const given = fields["command"] ?? fields["cmd"];
  const inner = fieldsOf(given);
  const own = inner === null ? fields : { ...fields, ...inner };
  const [first, ...words] =
    inner === null ? wordsOf(given, platform, "program") : wordsOf(inner["path"], platform, "program");
  if (first === undefined || first.trim() === "" || /^https?:\/\//i.test(first)) return null;
  const all = [first, ...words, ...wordsOf(own["args"] ?? own["arguments"], platform, "words")].map(plainInput);
  const [command = "", ...args] = withoutShell(all, platform);
  return { kind: "command", command, args, cwd: firstText(own, ["cwd", "workingDirectory"]) };
}

/** A list of words, or a text of them. A program whose path has spaces is one word. */
function wordsOf(value: unknown, platform: NodeJS.Platform, kind: "program" | "words"): readonly string[] {
  if (Array.isArray(value)) {
    return value.flatMap((word) =>
      isText(word) || typeof word === "number" || typeof word === "boolean" ? [String(word)] : [],
    );
  }
  if (!isText(value)) return [];
  const isOneWord = kind === "program" && !/^[\w.@+-]+(\s|$)/.test(value.trim());
  return isOneWord ? [value] : splitCommand(value, isWindowsText(value) ? "win32" : platform);
}

/** `${input:folder}` is what another app would ask for; here the person fills it in. */
function plainInput(word: string): string {
  return word.replace(/\$\{(?:input:([^{}]+)|(workspaceFolder))\}/g, "<$1$2>").replace(/\$\{env:(\w+)\}/g, "$${$1}");
}

type Values = Readonly<Record<string, string>>;

function variablesOf(fields: Fields): Values {
  const inner = fieldsOf(fields["command"]);
  const keys = fields["env_keys"];
  const named = Array.isArray(keys) ? keys.filter(isText).map((key) => [key, `<${key}>`] as const) : [];
  const given = fields["env"] ?? fields["environment"] ?? fields["envs"] ?? inner?.["env"];
  return { ...Object.fromEntries(named), ...valuesOf(given) };
}

function headersOf(fields: Fields): Values {
  const token = fields["bearer_token_env_var"];
  const fromVariables = Object.entries(valuesOf(fields["env_http_headers"])).map(([name, value]) => [
    name,
    `\${${value}}`,
  ]);
  return {
    ...(isText(token) && token !== "" ? { Authorization: `Bearer \${${token}}` } : {}),
    ...Object.fromEntries(fromVariables),
    ...valuesOf(fieldsOf(fields["requestInit"])?.["headers"]),
    ...valuesOf(fields["headers"] ?? fields["http_headers"]),
  };
}

/** Also `["A=b"]`; what is null is there to be filled in. */
function valuesOf(given: unknown): Values {
  if (Array.isArray(given)) {
    const pairs = given.filter(isText).map((pair) => /^([^=]+)=([\s\S]*)$/.exec(pair) ?? [pair, pair, ""]);
    return Object.fromEntries(pairs.map(([, name = "", value = ""]) => [name, value]));
  }
  return Object.fromEntries(
    Object.entries(fieldsOf(given) ?? {}).flatMap(([name, value]) => {
      if (value === null) return [[name, ""]];
      return typeof value === "object" ? [] : [[name, String(value)]];
    }),
  );
}
