import type { ToolOffer } from "../models/model.ts";
import { nearestName } from "../settings/nearest-name.ts";
import type { Tool } from "./tool.ts";

export interface ToolRegistry {
  get(name: string): Tool | null;
  /** In the order of the list that made the registry, so that the text of a request stays the same. */
  definitions(allowed?: Pick<ReadonlySet<string>, "has">): readonly ToolOffer[];
  /** The one tool that a slightly wrong name means (`ReadFile` → `read_file`), or null. */
  nearest(name: string): string | null;
  /** The tools for a window that is too small for all. */
  readonly coreNames: ReadonlySet<string>;
}

/** Throws when two tools have one name: that is a mistake of the one who wires them. */
export function createToolRegistry(tools: readonly Tool[]): ToolRegistry {
  const byName = new Map<string, Tool>();
  for (const tool of tools) {
    if (byName.has(tool.name)) throw new Error(`two tools are named ${tool.name}`);
    byName.set(tool.name, tool);
  }
  const names = [...byName.keys()];
  return {
    get: (name) => byName.get(name) ?? null,
    definitions: (allowed) =>
      tools
        .filter((tool) => allowed === undefined || allowed.has(tool.name))
        .map(({ name, description, parameters }) => ({ name, description, parameters })),
    nearest: (name) => nearestName(name, names),
    coreNames: new Set(tools.filter(({ isCore }) => isCore).map(({ name }) => name)),
  };
}
