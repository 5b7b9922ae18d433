import type { ToolOffer } from "../models/model.ts";
import { nearestName } from "../settings/nearest-name.ts";
import type { ParsedArguments, Tool } from "./tool.ts";

export interface ToolRegistry {
  get(name: string): Tool | null;
  /** In the order of the list that made the registry, so that the text of a request stays the same. */
  definitions(allowed?: ReadonlySet<string>): readonly ToolOffer[];
  /** The one tool that a slightly wrong name means (`ReadFile` → `read_file`), or null. */
  nearest(name: string): string | null;
  /** Checks a call of the model. A wrong name is never run as its neighbour. */
  parse(name: string, value: Readonly<Record<string, unknown>>): ParsedArguments;
}

/** Throws when two tools have one name: that is a mistake of the one who wires them. */
export function createToolRegistry(tools: readonly Tool[]): ToolRegistry {
  const byName = new Map<string, Tool>();
  for (const tool of tools) {
    if (byName.has(tool.name)) throw new Error(`two tools are named ${tool.name}`);
    byName.set(tool.name, tool);
  }
  const names = [...byName.keys()];
  const nearest = (name: string) => nearestName(name, names);
  return {
    get: (name) => byName.get(name) ?? null,
    definitions: (allowed) =>
      tools
        .filter((tool) => allowed === undefined || allowed.has(tool.name))
        .map(({ name, description, parameters }) => ({ name, description, parameters })),
    nearest,
    parse(name, value) {
      const tool = byName.get(name);
      return tool === undefined ? { ok: false, message: unknownTool(name, nearest(name), names) } : tool.parse(value);
    },
  };
}

function unknownTool(name: string, nearest: string | null, names: readonly string[]): string {
  const help = nearest === null ? `The tools are: ${names.join(", ")}.` : `Did you mean ${nearest}?`;
  return `There is no tool named ${JSON.stringify(name)}. Nothing was done. ${help}`;
}
