import { contractError } from "../../src-preload/contract/errors.ts";
import type { McpTarget } from "../../src-preload/contract/mcp.ts";
import { type AsyncResult, fail } from "../../src-preload/contract/result.ts";
import {
  keyWord,
  type McpServerSettings,
  mcpServerSchema,
  type Settings,
} from "../../src-preload/contract/settings.ts";
import type { Host } from "../host.ts";
import { placeSecrets } from "../keys/place-secrets.ts";
import { isSecretVariable, letsSomebodyIn } from "../keys/secret-names.ts";
import { secretNameOf } from "../keys/secret-references.ts";
import { withSecrets } from "../keys/with-secrets.ts";
import type { SettingsStore } from "../settings/settings-store.ts";
import { text } from "../words.ts";
import { targetOf, valuesOf } from "./launch.ts";
import { cleanProfile, problemOfProfile } from "./profile.ts";
import type { McpChange } from "./server-problem.ts";
import { problemOfChange } from "./server-problem.ts";

export interface SaveOptions {
  readonly host: Host;
  readonly settings: SettingsStore;
}

interface SaveServerOptions extends SaveOptions {
  readonly redact: (text: string) => string;
}

type Values = Readonly<Record<string, string>>;

/** Saves all of it or nothing: values that let somebody in go into the key store, the rest into the settings. */
export async function saveServer(
  change: McpChange,
  { host, settings, redact }: SaveServerOptions,
): AsyncResult<Settings> {
  const current = await settings.current();
  if (!current.ok) return current;
  const name = change.name.trim();
  const { mcpServers } = current.value.tools;
  const own = Object.hasOwn(mcpServers, name) ? mcpServers[name] : undefined;
  const taken = Object.keys(mcpServers).find((other) => other.toLowerCase() === name.toLowerCase());
  if (taken !== undefined && (change.isNew || own === undefined)) {
    return fail(contractError("conflict", text("mcp.taken", { name: taken }), { field: "name" }));
  }
  const before = own ?? mcpServerSchema.parse({});
  const target = change.target === undefined ? targetOf(before) : withShown(change.target, targetOf(before), redact);
  const profile = change.sandbox === undefined ? null : cleanProfile(change.sandbox);
  const wrong =
    problemOfChange({ ...change, name, target }) ?? (profile === null ? null : problemOfProfile(profile, host.paths));
  if (wrong !== null) return fail(wrong);
  const [field, valuesBefore] =
    target.kind === "command" ? (["env", before.env] as const) : (["headers", before.headers] as const);
  const { patch, secrets } = placeSecrets({
    wanted: valuesToKeep(before, target, change.values),
    before: valuesBefore,
    isSecret: target.kind === "command" ? isSecretVariable : letsSomebodyIn,
    secretOf: (value) => `mcp:${name}:${value}`,
  });
  const entry = {
    ...targetPatch(target),
    ...(profile === null || target.kind === "address" ? {} : { sandbox: profile }),
    [field]: patch,
    ...(change.enabledTools === undefined ? {} : { enabledTools: change.enabledTools }),
    ...(change.timeoutSeconds === undefined ? {} : { timeoutSeconds: change.timeoutSeconds }),
    ...(change.isOn === undefined ? {} : { enabled: change.isOn }),
  };
  const left = targetOf(before).kind === target.kind ? [] : secretsOf(before);
  const changes = { ...Object.fromEntries(left.map((secret) => [secret, null])), ...secrets };
  return withSecrets(changes, host.secrets, () => settings.update({ tools: { mcpServers: { [name]: entry } } }));
}

/** Takes a server out of the settings, and its values out of the key store. */
export async function removeServer(name: string, { host, settings }: SaveOptions): AsyncResult<Settings> {
  const current = await settings.current();
  if (!current.ok) return current;
  const { mcpServers } = current.value.tools;
  const own = Object.hasOwn(mcpServers, name) ? mcpServers[name] : undefined;
  if (own === undefined) return fail(contractError("not-found", text("mcp.unknown", { name })));
  const others = Object.entries(mcpServers).flatMap(([other, entry]) => (other === name ? [] : secretsOf(entry)));
  const gone = secretsOf(own).filter((secret) => !others.includes(secret));
  const changes = Object.fromEntries(gone.map((secret) => [secret, null]));
  return withSecrets(changes, host.secrets, () => settings.update({ tools: { mcpServers: { [name]: null } } }));
}

/** Names in the key store. */
function secretsOf({ env, headers }: McpServerSettings): readonly string[] {
  return [...Object.values(env), ...Object.values(headers)].flatMap((value) => secretNameOf(value) ?? []);
}

/** As they will be; null stands for the value as it is, which may be a reference. */
function valuesToKeep(before: McpServerSettings, target: McpTarget, given: McpChange["values"]): Values {
  const known = valuesOf(before);
  const isSameKind = targetOf(before).kind === target.kind;
  // What let us in at one host is nothing for another.
  const isMoved = isSameKind && target.kind === "address" && originOf(target.url) !== originOf(before.url ?? "");
  if (given === undefined) return isSameKind && !isMoved ? known : {};
  const wanted = Object.entries(given).map(([name, value]) => [name, value ?? known[name]] as const);
  return Object.fromEntries(wanted.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}

function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : url;
}

function targetPatch(target: McpTarget): Readonly<Record<string, unknown>> {
  if (target.kind === "address")
    return { url: target.url, command: null, args: null, cwd: null, env: null, sandbox: null };
  return { command: target.command, args: target.args, cwd: target.cwd, url: null, headers: null };
}

/** The address with the parameters of the one before where a word stands in their place; only at the same host. */
function withParameters(address: string, before: string): string {
  const isSameHost = URL.canParse(address) && URL.canParse(before) && originOf(address) === originOf(before);
  if (!address.includes(keyWord) || !isSameHost) return address;
  const [url, old] = [new URL(address), new URL(before)];
  for (const [name, value] of [...url.searchParams]) {
    const known = old.searchParams.get(name);
    if (value === keyWord && known !== null) url.searchParams.set(name, known);
  }
  return url.href;
}

/**
 * What a client was shown without its keys and handed back is what it was; of an address also where only another part of it
 * was changed. What still has a word in a key's place after this cannot be kept.
 */
function withShown(given: McpTarget, before: McpTarget, redact: (text: string) => string): McpTarget {
  const old = before.kind === "address" ? [before.url] : [before.command, ...before.args];
  const restored = (text: string): string =>
    text.includes(keyWord) ? (old.find((one) => redact(one) === text) ?? text) : text;
  if (given.kind === "address") return { ...given, url: withParameters(restored(given.url.trim()), old[0] ?? "") };
  const cwd = given.cwd?.trim() ?? "";
  const { command, args } = given;
  return { kind: "command", command: restored(command.trim()), args: args.map(restored), cwd: cwd === "" ? null : cwd };
}
