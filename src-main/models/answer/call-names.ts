import type { ToolOffers } from "../model.ts";

const prefix = /^(?:functions?|tools?|default_api)[.:]/;

/** Whether a tool of this name was offered; built once for each request. */
export type Offered = ReadonlySet<string>;

export function offeredNames(tools: ToolOffers): Offered {
  return new Set(tools.list.map((tool) => tool.name));
}

/**
 * The name of a call from the pieces that came (rule 2): the offered tools decide between pieces to be joined, a name
 * that grows, and template markup around a name. A name that nothing explains stays as it came.
 */
export function resolveName(pieces: readonly string[], offered: Offered): string {
  const joined = pieces.join("");
  for (const candidate of [joined, ...pieces]) if (offered.has(candidate)) return candidate;
  for (const candidate of [joined, ...pieces]) {
    const bare = bareName(candidate);
    if (offered.has(bare)) return bare;
  }
  return joined.trim();
}

/** The name without markup, namespace and number around it: `functions.get_time:0` and `get_time[ARGS]` are `get_time`. */
export function bareName(name: string): string {
  return name
    .replace(/<[^<>]*>/g, " ")
    .replace(/<.*$/s, " ")
    .replace(/\[(?:TOOL_CALLS|CALL_ID|ARGS)\]/g, " ")
    .trim()
    .replace(/^["'`]+|["'`]+$/g, "")
    .replace(prefix, "")
    .replace(/:\d+$/, "")
    .split(/\s/, 1)
    .join("");
}
