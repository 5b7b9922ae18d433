import type { SecretStore } from "../host.ts";

const prefix = "secret:";

/** What stands in the settings in a secret's place. */
export function secretReference(name: string): string {
  return prefix + name;
}

/** The name in the key store; null for a value that stands in the settings. */
export function secretNameOf(value: string): string | null {
  const plain = value.trim();
  return plain.startsWith(prefix) ? plain.slice(prefix.length) : null;
}

/** It says where the value lies, and is none itself. */
export function isReference(value: string): boolean {
  return secretNameOf(value) !== null || /^\$\{[A-Za-z_][A-Za-z0-9_]*\}$/.test(value.trim());
}

type Values = Readonly<Record<string, string>>;

/**
 * The values with secrets in the place of their references; one that is nowhere any more is left out. The very same
 * values where none of them is a reference. Throws what the key store throws.
 */
export async function readReferences(values: Values, secrets: SecretStore): Promise<Values> {
  const entries = Object.entries(values);
  if (entries.every(([, value]) => secretNameOf(value) === null)) return values;
  const read = entries.map(async ([name, value]) => {
    const secret = secretNameOf(value);
    return [name, secret === null ? value : await secrets.get(secret)] as const;
  });
  const known = (await Promise.all(read)).flatMap(([name, value]) => (value === null ? [] : [[name, value] as const]));
  return Object.fromEntries(known);
}
