/*
 * Searching the web: who is asked, and what a test of that came to.
 */

export const searchProviderNames = ["duckduckgo", "brave", "tavily", "searxng", "exa", "serper"] as const;
export type SearchProviderName = (typeof searchProviderNames)[number];

/** Where the key of a search provider is; `other`: in the settings, as text or as the name of a variable. */
export type SearchKey = "not-needed" | "none" | "key-store" | "file" | "lost" | "other";

export interface SearchSetup {
  readonly provider: SearchProviderName;
  readonly key: SearchKey;
  /** Of a SearXNG, as the person typed it. */
  readonly baseUrl: string | null;
  /** Where searches go, without its path; null while that is not known. */
  readonly host: string | null;
  readonly providers: readonly SearchChoice[];
}

export interface SearchChoice {
  readonly name: SearchProviderName;
  readonly title: string;
  readonly needs: "nothing" | "key" | "address";
}

export type SearchTest =
  | { readonly kind: "passed"; readonly tookMs: number; readonly message: string }
  | { readonly kind: "failed"; readonly tookMs: number; readonly message: string; readonly nextStep: string };
