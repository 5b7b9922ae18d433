import type { SearchChoice, SearchProviderName } from "../../src-preload/contract/web-search.ts";
import { brave } from "./providers/brave.ts";
import { duckduckgo } from "./providers/duckduckgo.ts";
import { exa } from "./providers/exa.ts";
import { searxng } from "./providers/searxng.ts";
import { serper } from "./providers/serper.ts";
import { tavily } from "./providers/tavily.ts";
import type { SearchProvider } from "./search-provider.ts";

/** In the order in which they are offered. */
const providers: Readonly<Record<SearchProviderName, SearchProvider>> = {
  duckduckgo,
  brave,
  tavily,
  searxng,
  exa,
  serper,
};

export function searchProvider(name: SearchProviderName): SearchProvider {
  return providers[name];
}

export function searchChoices(): readonly SearchChoice[] {
  return Object.values(providers).map(({ name, title, needs }) => ({ name, title, needs }));
}
