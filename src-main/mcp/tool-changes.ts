import { text } from "../words.ts";
import type { ToolDefinition } from "./connection.ts";
import { fingerprintOf } from "./trust.ts";

/** What is different between two lists of tools, in numbers. */
export function changeWords(before: readonly ToolDefinition[], now: readonly ToolDefinition[]): string {
  const prints = new Map(before.map((tool) => [tool.name, fingerprintOf(tool)]));
  const names = new Set(now.map(({ name }) => name));
  const added = now.filter(({ name }) => !prints.has(name)).length;
  const same = now.filter((tool) => prints.get(tool.name) === fingerprintOf(tool)).length;
  const gone = before.filter(({ name }) => !names.has(name)).length;
  return text("mcp.log.listChanged", { added, gone, changed: now.length - added - same });
}
