import type { Settings } from "../../../src-preload/contract/settings.ts";
import { withoutKeys } from "../../keys/without-keys.ts";
import { isPlainObject } from "../../settings/merge-patch.ts";

/** Settings whose texts are a choice among few, or the name of a model. */
const toldNames: ReadonlySet<string> = new Set([
  ...["model", "provider", "mode", "timezone", "language", "reasoningEffort", "fallbackModels", "favouriteModels"],
  ...["from", "to", "apply", "onBattery", "privacy", "profile"],
]);

/** The settings with their numbers and choices; of every other text only that there is one. Names of servers are numbers. */
export function plainSettings(settings: Settings): unknown {
  const { tools, ...rest } = withoutKeys(settings);
  const mcpServers = Object.values(tools.mcpServers).map((server, at) => [`server ${at + 1}`, plain(server, "")]);
  const others = plain({ ...rest, tools: { ...tools, mcpServers: {} } }, "");
  return { settings: others, mcpServers: Object.fromEntries(mcpServers) };
}

function plain(value: unknown, name: string): unknown {
  if (typeof value === "string")
    return value === "" || (toldNames.has(name) && !/[\\/~].*[\\/]|\s/.test(value)) ? value : "[set]";
  if (Array.isArray(value)) return value.map((item) => plain(item, name));
  if (!isPlainObject(value)) return value;
  const isNamed = name === "env" || name.toLowerCase().endsWith("headers");
  if (isNamed) return `${Object.keys(value).length} set`;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plain(item, key)]));
}
