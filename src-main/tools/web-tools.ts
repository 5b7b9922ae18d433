import { createKeptPages } from "./kept-pages.ts";
import type { Tool } from "./tool.ts";
import { type FetchParts, webFetchTool } from "./web-fetch.ts";
import { webSearchTool } from "./web-search.ts";

/** The tools of the web. Made once: they count together what was asked for. */
export function createWebTools(parts: Omit<FetchParts, "pages">): readonly Tool[] {
  const pages = createKeptPages();
  return [webFetchTool({ ...parts, pages }), webSearchTool({ web: parts.web, pages })];
}
