import { ownValue } from "../../src-preload/contract/own-value.ts";
import { isReference, secretNameOf, secretReference } from "./secret-references.ts";
import type { SecretChanges } from "./with-secrets.ts";

type Values = Readonly<Record<string, string>>;

export interface Placing {
  /** As the person wants them; one that is what it was before stays where it lies. */
  readonly wanted: Values;
  /** As the settings have them. */
  readonly before: Values;
  readonly isSecret: (name: string, value: string) => boolean;
  /** Under which name the key store holds this one. */
  readonly secretOf: (name: string) => string;
}

export interface PlacedValues {
  /** Null takes a name out of the settings. */
  readonly patch: Readonly<Record<string, string | null>>;
  readonly secrets: SecretChanges;
}

/** Where each value goes: into the key store where it lets somebody in, with its reference in the settings. */
export function placeSecrets({ wanted, before, isSecret, secretOf }: Placing): PlacedValues {
  const secrets: Record<string, string | null> = {};
  const kept = Object.entries(wanted).map(([name, value]) => {
    if (value === ownValue(before, name) || isReference(value) || !isSecret(name, value)) return [name, value] as const;
    secrets[secretOf(name)] = value;
    return [name, secretReference(secretOf(name))] as const;
  });
  const used = new Set(kept.map(([, value]) => value));
  for (const value of Object.values(before)) {
    const secret = secretNameOf(value);
    if (secret !== null && !used.has(value)) secrets[secret] ??= null;
  }
  const gone = Object.keys(before).filter((name) => !Object.hasOwn(wanted, name));
  return { patch: Object.fromEntries([...gone.map((name) => [name, null] as const), ...kept]), secrets };
}
