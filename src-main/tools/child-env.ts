/** Names of variables that carry secrets, or that would change how a child starts. */
const droppedNames: readonly RegExp[] = [
  /KEY|TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|CREDENTIAL/i,
  /^PERCH_/i,
  /^(NODE_OPTIONS|ELECTRON_RUN_AS_NODE|BASH_ENV|ENV)$/i,
  /^npm_config_.*auth/i,
  /_AUTH$/i,
];

/** Shorter values are no keys; dropping what contains them would drop half the environment. */
const minContainedChars = 8;

/**
 * The environment of child processes: without variables that are named like secrets, and without any whose value is,
 * or holds, one of the configured keys.
 */
export function childEnvironment(
  env: Readonly<Record<string, string | undefined>>,
  secretValues: readonly string[],
): Readonly<Record<string, string>> {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) {
    if (value === undefined || droppedNames.some((dropped) => dropped.test(name))) continue;
    if (!secretValues.some((secret) => revealsSecret(value, secret))) kept[name] = value;
  }
  return kept;
}

function revealsSecret(value: string, secret: string): boolean {
  if (secret === "") return false;
  return value === secret || (secret.length >= minContainedChars && value.includes(secret));
}
