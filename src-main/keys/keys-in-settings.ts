import type { McpServerSettings, Settings } from "../../src-preload/contract/settings.ts";
import { isSecretName, isSecretVariable, letsSomebodyIn } from "./secret-names.ts";
import { isReference, secretNameOf } from "./secret-references.ts";

/** Every text in the settings that lets somebody in: keys, headers, and what addresses carry. */
export function keysInSettings(settings: Settings): readonly string[] {
  const keys = Object.values(settings.providers).map(({ apiKey }) => apiKey?.trim() ?? "");
  const more = Object.values(settings.providers).flatMap(({ apiBase, extraHeaders }) => [
    ...keysOfHeaders(extraHeaders),
    ...keysOfAddress(apiBase ?? ""),
  ]);
  const ofProxy = keysOfAddress(withScheme(settings.network.proxy ?? ""));
  return [
    ...keys.filter((key) => key !== "" && !key.startsWith("secret:")),
    ...more,
    ...ofProxy,
    ...[settings.tools.web.search.apiKey?.trim() ?? ""].filter((key) => key !== "" && secretNameOf(key) === null),
    ...Object.values(settings.tools.mcpServers).flatMap(keysOfServer),
  ];
}

/** Variables, headers, what the address carries, and what is handed over on the command line. */
function keysOfServer({ env, headers, url, args, oauth }: McpServerSettings): readonly string[] {
  const variables = Object.entries(env).filter(([, value]) => secretNameOf(value) === null);
  return [
    ...variables.flatMap(([name, value]) => (isSecretVariable(name, value) ? [value] : [])),
    ...keysOfHeaders(headers),
    ...keysOfAddress(url ?? ""),
    ...[oauth.clientSecret ?? ""].filter((secret) => secret !== "" && !isReference(secret)),
    ...args.flatMap((argument, index) => keysOfArgument(argument, args[index - 1] ?? "")),
  ];
}

/** `--api-key=…`, and `--api-key` with the key after it. */
function keysOfArgument(argument: string, before: string): readonly string[] {
  const [, name = "", value = ""] = /^--?([A-Za-z][\w-]*)=(.+)$/s.exec(argument) ?? [];
  if (name !== "") return isSecretVariable(name, value) ? [value] : [];
  const isNamed = /^--?[A-Za-z][\w-]*$/.test(before) && isSecretName(before) && !argument.startsWith("-");
  return isNamed ? [argument] : keysOfAddress(argument);
}

/** An address of a proxy may stand without one. */
function withScheme(address: string): string {
  return address.includes("://") ? address : `http://${address}`;
}

/** Names under which the settings keep keys in the key store. */
export function secretNames(settings: Settings): readonly string[] {
  const given = [
    settings.network.proxy ?? "",
    settings.tools.web.search.apiKey ?? "",
    ...Object.values(settings.providers).flatMap(({ apiKey = "", extraHeaders }) => [
      apiKey,
      ...Object.values(extraHeaders),
    ]),
    ...Object.values(settings.tools.mcpServers).flatMap(({ env, headers, oauth }) => [
      ...Object.values(env),
      ...Object.values(headers),
      oauth.clientSecret ?? "",
    ]),
  ];
  return given.flatMap((value) => secretNameOf(value) ?? []);
}

function keysOfHeaders(headers: Readonly<Record<string, string>>): readonly string[] {
  const written = Object.entries(headers).filter(([, value]) => secretNameOf(value) === null);
  return written.flatMap(([name, value]) => keysOfHeader(name, value));
}

function keysOfHeader(name: string, value: string): readonly string[] {
  if (!letsSomebodyIn(name, value)) return [];
  const [, scheme = "", rest = ""] = /^(\S+)\s+(\S.*)$/.exec(value.trim()) ?? [];
  if (rest === "") return [value];
  const decoded = /^basic$/i.test(scheme) ? Buffer.from(rest, "base64").toString("utf8") : "";
  const password = decoded.slice(decoded.indexOf(":") + 1);
  return [value, rest, password];
}

/** `?key=…`, and `https://name:password@host`. */
function keysOfAddress(address: string): readonly string[] {
  if (!URL.canParse(address)) return [];
  const { password, searchParams } = new URL(address);
  const asked = [...searchParams].filter(([name, value]) => letsSomebodyIn(name, value));
  return [safelyDecoded(password), password, ...asked.map(([, value]) => value)];
}

function safelyDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (cause) {
    if (cause instanceof URIError) return text;
    throw cause;
  }
}
