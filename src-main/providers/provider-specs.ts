import { plainQuirks, type Quirks } from "../models/quirks.ts";
import { providerSpecs } from "./provider-list.ts";
import type { ProviderSpec } from "./provider-spec.ts";

/** Whose key this is, by what it begins with. `isSure` is false for a beginning that others use too. */
export function providerOfKey(key: string): { readonly spec: ProviderSpec; readonly isSure: boolean } | null {
  const fits = providerSpecs.flatMap((spec) =>
    spec.keyPrefixes.filter((prefix) => key.trim().startsWith(prefix)).map((prefix) => ({ spec, prefix })),
  );
  const [best] = fits.toSorted((a, b) => b.prefix.length - a.prefix.length);
  return best === undefined ? null : { spec: best.spec, isSure: best.prefix !== "sk-" };
}

/** The provider with this address; undefined for an unknown address. */
export function providerOfBase(baseUrl: string): ProviderSpec | undefined {
  if (!URL.canParse(baseUrl)) return undefined;
  const host = new URL(baseUrl).host.toLowerCase();
  return providerSpecs.find((spec) => spec.hosts.some((known) => isHostOf(host, known)));
}

/** The host itself or one below it; a bare word is the first part of a name of one's own: `litellm.example.com`. */
function isHostOf(host: string, known: string): boolean {
  return host === known || host.endsWith(`.${known}`) || (/^\w+$/.test(known) && host.split(/[.:]/, 1)[0] === known);
}

/** Names may be written with other punctuation and case: `LM-Studio`, `llamacpp`. */
export function providerSpec(name: string): ProviderSpec | undefined {
  const wanted = plainName(name);
  return providerSpecs.find((spec) => plainName(spec.name) === wanted);
}

export function plainName(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, "");
}

/** The quirks of an endpoint for one model; a maker's prefix in the model's name is ignored. */
export function quirksFor(spec: ProviderSpec | undefined, modelName: string): Quirks {
  if (spec === undefined) return plainQuirks;
  const name = modelName.toLowerCase().slice(modelName.lastIndexOf("/") + 1);
  const changes = spec.modelQuirks.filter(({ match }) => match.test(name)).map(({ change }) => change);
  return Object.assign({}, spec.quirks, ...changes);
}

/** Whether a model's name contains one of the provider's keywords at the start of a word. */
export function namesModelOf(spec: ProviderSpec | undefined, modelName: string): boolean {
  const name = modelName.toLowerCase();
  return (
    spec?.keywords.some((word) => {
      for (let at = name.indexOf(word); at >= 0; at = name.indexOf(word, at + 1)) {
        if (at === 0 || !/[a-z0-9]/.test(name.charAt(at - 1))) return true;
      }
      return false;
    }) === true
  );
}

/** The keys in the variables that providers read; no tool may show them and no child process may see them. */
export function keysInEnvironment(env: Readonly<Record<string, string | undefined>>): readonly string[] {
  const values = providerSpecs.map(({ keyVariable }) => (keyVariable === null ? "" : (env[keyVariable]?.trim() ?? "")));
  return [...new Set(values)].filter((key) => key !== "" && !key.startsWith("secret:"));
}
