import { alikeModels, isSameModel } from "./diagnosis/nearest-models.ts";
import type { ListedNames } from "./listed-names.ts";
import { providerSpec } from "./provider-specs.ts";
import type { ResolvedEndpoint } from "./resolve-model.ts";

/** A name that its provider's list has not: it may be a slip of the pen. */
export interface UnlistedModel {
  /** How the provider is written for people. */
  readonly provider: string;
  readonly model: string;
  /** The listed name that is most like it; null where none is. */
  readonly near: string | null;
}

/** Null where the list has the name, or none is known. */
export function unlistedModel(resolved: ResolvedEndpoint, names: ListedNames): UnlistedModel | null {
  const { provider: name, baseUrl, modelName: model } = resolved;
  const listed = names.of({ name, baseUrl }) ?? [];
  if (listed.length === 0 || listed.some((one) => isSameModel(one, model))) return null;
  return { provider: providerSpec(name)?.title ?? name, model, near: alikeModels(model, listed)[0] ?? null };
}
