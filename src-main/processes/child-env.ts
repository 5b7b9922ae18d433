import { hasPassword, isSecretName } from "../keys/secret-names.ts";

/** Names of variables of ours, and of those that would change how a child starts. */
const droppedNames: readonly RegExp[] = [/^PERCH_/i, /^(NODE_OPTIONS|ELECTRON_RUN_AS_NODE|BASH_ENV|ENV)$/i];

/** Without its proxy a command reaches nothing, so that one goes along with the password in it. */
const proxyName = /^(?:https?|ftp|all|no|npm_config(?:_https?)?)_proxy$/i;

/** Shorter values are no keys; dropping what contains them would drop half the environment. */
const minContainedChars = 8;

/**
 * The environment of child processes: without variables that are named like secrets or hold an address with a password, and
 * without any whose value is, or holds, one of the configured keys.
 */
export function childEnvironment(
  env: Readonly<Record<string, string | undefined>>,
  secretValues: readonly string[],
): Readonly<Record<string, string>> {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) {
    if (value === undefined || isDropped(name, value)) continue;
    if (!secretValues.some((secret) => revealsSecret(value, secret))) kept[name] = value;
  }
  return kept;
}

function isDropped(name: string, value: string): boolean {
  if (droppedNames.some((dropped) => dropped.test(name)) || isSecretName(name)) return true;
  return hasPassword(value) && !proxyName.test(name);
}

function revealsSecret(value: string, secret: string): boolean {
  if (secret === "") return false;
  return value === secret || (secret.length >= minContainedChars && value.includes(secret));
}
