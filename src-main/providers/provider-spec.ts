import type { ProviderKind } from "../../src-preload/contract/providers.ts";
import type { Quirks } from "../models/quirks.ts";

/** What is known of a provider by name. */
export interface ProviderSpec {
  readonly name: string;
  /** How it is written for people. */
  readonly title: string;
  /** A local one runs on the user's own machine and needs no key. */
  readonly kind: ProviderKind;
  /** Null where only the settings can tell it. */
  readonly apiBase: string | null;
  /** What an address of its own has in it, host first. */
  readonly hosts: readonly string[];
  /** The environment variable that usually holds the key; null where none is usual. */
  readonly keyVariable: string | null;
  /** What its keys begin with; the longest that fits wins. Empty where they have no sign of their own. */
  readonly keyPrefixes: readonly string[];
  /** Model names are prefixed with their maker: `meta-llama/llama-3`. */
  readonly namesMakers: boolean;
  /** Keywords that identify a model of this provider; matched at the start of a word of the model's name. */
  readonly keywords: readonly string[];
  readonly quirks: Quirks;
  /** Overrides for single models, by model name. */
  readonly modelQuirks: readonly { readonly match: RegExp; readonly change: Partial<Quirks> }[];
  /** Models to begin with, until the provider's own list is read. */
  readonly starters: readonly string[];
}
