import type { McpDraft } from "../../src-preload/contract/mcp.ts";
import { draftOf } from "./draft-names.ts";
import { type Fields, fieldsOf, isText } from "./fields.ts";

/** What starts a package of each kind, by the registry that it lies in. */
const starts: Readonly<Record<string, (id: string, version: string) => readonly string[]>> = {
  npm: (id, version) => ["npx", "-y", version === "" ? id : `${id}@${version}`],
  pypi: (id, version) => ["uvx", version === "" ? id : `${id}@${version}`],
  oci: (id, version) => [version === "" || id.includes(":") ? id : `${id}:${version}`],
  nuget: (id, version) => ["dnx", version === "" ? id : `${id}@${version}`, "--yes"],
};

/** A `server.json`, as the registry of MCP servers has it: the packages of a server, and the addresses where it is. */
export function readRegistryEntry(fields: Fields): readonly McpDraft[] {
  const name = String(fields["name"] ?? "")
    .split("/")
    .at(-1);
  const packages = listOf(fields["packages"]).flatMap((one) => packageDraft(name ?? "", one));
  const remotes = listOf(fields["remotes"]).flatMap((one) => {
    const url = one["url"];
    if (!isText(url)) return [];
    return [draftOf(name ?? "", { kind: "address", url }, namedValues(one["headers"]))];
  });
  return [...packages, ...remotes];
}

function listOf(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.map(fieldsOf).filter((one) => one !== null) : [];
}

function packageDraft(name: string, fields: Fields): readonly McpDraft[] {
  const kind = String(fields["registryType"] ?? fields["registry_type"] ?? fields["registry_name"] ?? "");
  const id = fields["identifier"] ?? fields["name"];
  const version = fields["version"];
  const start = Object.hasOwn(starts, kind) ? starts[kind] : undefined;
  if (start === undefined || !isText(id)) return [];
  const values = namedValues(fields["environmentVariables"] ?? fields["environment_variables"]);
  const [first = "", ...words] = start(id, isText(version) ? version : "");
  const before = argumentsOf(fields["runtimeArguments"] ?? fields["runtime_arguments"]);
  const after = argumentsOf(fields["packageArguments"] ?? fields["package_arguments"]);
  const isImage = kind === "oci";
  const handed = Object.keys(values).flatMap((variable) => ["-e", variable]);
  const args = isImage ? ["run", "-i", "--rm", ...handed, ...before, first, ...after] : [...before, ...words, ...after];
  return [draftOf(name, { kind: "command", command: isImage ? "docker" : first, args, cwd: null }, values)];
}

/** What has no value is there to be filled in. */
function writtenValue(fields: Fields): string {
  const value = fields["value"] ?? fields["default"];
  if (value !== undefined && value !== null) return String(value);
  return `<${String(fields["valueHint"] ?? fields["value_hint"] ?? fields["name"] ?? "value")}>`;
}

function argumentsOf(list: unknown): readonly string[] {
  return listOf(list).flatMap((one) => {
    const name = one["name"];
    const isNamed = one["type"] === "named" && isText(name);
    if (one["isRequired"] !== true && one["value"] === undefined && one["default"] === undefined && !isNamed) return [];
    if (!isNamed) return [writtenValue(one)];
    const isFlag = one["value"] === undefined && one["default"] === undefined && one["isRequired"] !== true;
    return isFlag ? [] : [name, writtenValue(one)];
  });
}

function namedValues(list: unknown): Readonly<Record<string, string>> {
  const named = listOf(list).filter((one) => isText(one["name"]));
  return Object.fromEntries(named.map((one) => [String(one["name"]), writtenValue(one)]));
}
