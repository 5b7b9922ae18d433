/*
 * What the window's Connections place shows: providers and their models. Tokens are counts, money is US dollars for a
 * million tokens, times are milliseconds since 1970.
 */

export type ProviderKind = "custom" | "gateway" | "hosted" | "local" | "practice";

/** Where Perch keeps a key: in the system's key store, or in secrets.json of the home. */
export type KeyPlace = "key-store" | "file";

/** Where the key of a provider comes from; the key itself never crosses the contract. */
export type ProviderKey =
  | { readonly kind: "none" }
  | { readonly kind: "not-needed" }
  | { readonly kind: "environment"; readonly variable: string }
  | { readonly kind: "stored"; readonly place: KeyPlace }
  /** The settings say that it is stored, and it is nowhere. */
  | { readonly kind: "lost" }
  /** Written in config.json itself, or through a `${NAME}` there. */
  | { readonly kind: "settings" };

/**
 * How it stood when it was last asked. `ready`: a model of it answered, for a chat or a test. `talks-only`: it answered and
 * calls no tools. `not-tested`: it is set up, or could be, and no model of it was asked yet.
 */
export type ProviderState = "ready" | "talks-only" | "no-key" | "key-refused" | "not-running" | "failed" | "not-tested";

export interface ProviderRow {
  /** As the settings and model ids name it: `openai`. */
  readonly name: string;
  readonly title: string;
  readonly kind: ProviderKind;
  /** Null where the settings must say it first. */
  readonly apiBase: string | null;
  readonly key: ProviderKey;
  readonly keyVariable: string | null;
  readonly extraHeaders: Readonly<Record<string, string>>;
  /** It has a key or an address of its own, or it runs on this machine and answers. */
  readonly isSetUp: boolean;
  readonly state: ProviderState;
  /** What was wrong, in words for the person; "" when nothing was. */
  readonly message: string;
}

/** Why a provider that is removed stays in the list: its key is in the environment, or it runs on this computer. */
export type ProviderStay = { readonly kind: "environment"; readonly variable: string } | { readonly kind: "running" };

/** What goes along when a provider is removed. */
export interface ProviderUses {
  /** The model of new chats, where it goes along; null where it stays. */
  readonly defaultModel: string | null;
  readonly fallbackModels: readonly string[];
  /** How many of the newest 200 chats have chosen a model of it. */
  readonly chats: number;
  /** What new chats could use then, the likeliest first. */
  readonly others: readonly string[];
  readonly stays: ProviderStay | null;
}

/** US dollars for a million tokens. */
export interface TokenPrice {
  readonly input: number;
  readonly output: number;
  /** Null where the provider has no price of its own for tokens from its cache: they cost as much as others. */
  readonly cachedInput: number | null;
  /** For tokens that are written into a cache. Without it they cost as much as others. */
  readonly cacheWrite?: number | null;
}

/** What a request costs, all of it and not the rest alone, when its prompt has more than `above` tokens, cached ones too. */
export interface LongPrice extends TokenPrice {
  readonly above: number;
}

/** What a model costs. Where `long` says nothing of a prompt's length, or is not there, the price itself holds. */
export interface Price extends TokenPrice {
  readonly long?: readonly LongPrice[];
  /** True where it is the one of the provider's busiest hours: at others it costs less. */
  readonly peak?: true;
}

/** Who told a limit: the settings win, then the provider's own list, then an overflow, then a table that comes along. */
export type LimitSource = "settings" | "provider" | "overflow" | "table" | "default";

/** One model of a provider. Null and "unknown" where nothing tells it. */
export interface ModelEntry {
  /** `provider/model`. */
  readonly id: string;
  readonly contextWindow: number | null;
  readonly maxOutputTokens: number | null;
  readonly source: LimitSource;
  readonly tools: boolean | null;
  readonly images: boolean | null;
  readonly reasoning: boolean | null;
  readonly price: Price | null;
}
