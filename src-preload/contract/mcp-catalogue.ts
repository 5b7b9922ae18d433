import type { McpDraft } from "./mcp.ts";
import { z } from "./zod.ts";

/*
 * A catalogue of MCP servers: a selection that comes along with Perch, and a registry that is asked where the person asks for it.
 * What an entry says of itself is its word. Times are milliseconds since 1970.
 */

export interface CatalogueEntry {
  /** As the registry has it: `io.github.me/notes`. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly version: string;
  /** A page about it; null where none is named. */
  readonly page: string | null;
  /** The ways to use it, each as a draft; values stand in for real ones. Empty where none can be used here. */
  readonly drafts: readonly McpDraft[];
  /** It was started once with Perch, as the first of its drafts says. */
  readonly isTried: boolean;
}

export interface CataloguePage {
  /** `kept`: what the registry answered before. `selection`: what came along. */
  readonly source: "registry" | "kept" | "selection";
  /** When it was answered, or put together. */
  readonly at: number;
  /** Why the registry did not answer now, as a sentence; null where it did, or was not asked. */
  readonly problem: string | null;
  readonly entries: readonly CatalogueEntry[];
  /** Asks for the page behind this one; null where there is none. */
  readonly next: string | null;
}

/** Inputs of the routes about the catalogue. */
export const mcpCatalogueRoutes = {
  /** `where: registry` asks the address of the settings (`tools.mcpRegistry`). Nothing is added or started. */
  "mcpSources.catalogue": () =>
    z.object({
      where: z.enum(["selection", "registry"]),
      query: z.string().max(200).default(""),
      cursor: z.string().max(2000).nullable().default(null),
    }),
} as const;

/** What their handlers answer. */
export interface McpCatalogueOutputs {
  readonly "mcpSources.catalogue": CataloguePage;
}
