import type { Pages } from "../web/pages.ts";
import type { Search } from "../web/search.ts";

/** The web as the tools get it; nothing of it is loaded before the first use. */
export type WebAccess = Pages & Search;
