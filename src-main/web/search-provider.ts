import type { SearchProviderName } from "../../src-preload/contract/web-search.ts";

/** One page that a search found. */
export interface FoundPage {
  readonly title: string;
  readonly url: string;
  /** What the provider says of it; "" for nothing. */
  readonly words: string;
}

interface SearchQuestion {
  readonly query: string;
  readonly count: number;
  /** "" for a provider that wants none. */
  readonly key: string;
  /** Where the provider is asked, without a slash at its end. */
  readonly base: string;
}

interface SearchCall {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Posted; null gets. */
  readonly body: string | null;
}

/** How one provider is asked and read. */
export interface SearchProvider {
  readonly name: SearchProviderName;
  /** As people write it. */
  readonly title: string;
  readonly needs: "nothing" | "key" | "address";
  /** Null where the person has their own. */
  readonly base: string | null;
  call(question: SearchQuestion): SearchCall;
  /** The pages of a good answer; null where it is none that this provider gives. */
  read(answer: string): readonly FoundPage[] | null;
  /** What a refusal means where its status alone does not tell, or an answer that came with a good one. */
  refusal?(status: number, answer: string): "key" | "quota" | "format" | null;
}

export const jsonHeaders = { accept: "application/json" } as const;
export const jsonPost = { ...jsonHeaders, "content-type": "application/json" } as const;
