import type { McpReach, McpServerRow, McpTool, McpValue } from "../../src-preload/contract/mcp.ts";
import type { KeyPlace } from "../../src-preload/contract/providers.ts";
import type { Effect } from "../../src-preload/contract/records.ts";
import type { McpServerSettings } from "../../src-preload/contract/settings.ts";
import { secretNameOf } from "../keys/secret-references.ts";
import type { ToolDefinition } from "./connection.ts";
import { targetOf, valuesOf } from "./launch.ts";
import { allowableHosts } from "./refused-hosts.ts";
import type { Server } from "./server.ts";
import { fingerprintOf } from "./trust.ts";

/** Where a value of this name lies in the key store; null where it is nowhere. */
type PlaceOfSecret = (name: string) => Promise<KeyPlace | null>;

export function isEnabled({ enabledTools }: McpServerSettings, tool: string): boolean {
  return enabledTools === null || enabledTools.includes(tool);
}

/**
 * What the server says that a call of it does; nothing is let run for it. Its word that it only reads is taken as long as it is
 * the word that it gave when the person connected it, and as long as it does not say that it reads whatever address it is given.
 */
export function effectOf({ annotations }: ToolDefinition, isChanged: boolean): Effect {
  const isReading = annotations?.readOnlyHint === true && annotations.openWorldHint !== true;
  return isReading && !isChanged ? "read" : "send";
}

export function titleOf(tool: ToolDefinition): string {
  return tool.title ?? tool.annotations?.title ?? tool.name;
}

export interface RowNeeds {
  readonly placeOf: PlaceOfSecret;
  /** What a server fetches its package from. */
  readonly packageHosts: (settings: McpServerSettings) => Promise<readonly string[]>;
}

export async function rowOf(server: Server, { placeOf, packageHosts }: RowNeeds): Promise<McpServerRow> {
  const { name, title, settings, state, stages, testedAt, problem, tools, changed } = server;
  const offered = state === "off" ? [] : tools.filter((tool) => isEnabled(settings, tool.name));
  return {
    name,
    title,
    state,
    stages,
    testedAt,
    problem,
    signIn: (await server.signIn?.row()) ?? null,
    target: targetOf(settings),
    values: await Promise.all(Object.entries(valuesOf(settings)).map((entry) => placeOfValue(entry, placeOf))),
    enabledTools: settings.enabledTools,
    timeoutSeconds: settings.timeoutSeconds,
    reach: targetOf(settings).kind === "command" ? reachOf(server, await packageHosts(settings)) : null,
    toolCount: offered.length,
    changedCount: offered.filter((tool) => changed.has(tool.name)).length,
  };
}

function reachOf({ settings, unconfined, refused }: Server, packageHosts: readonly string[]): McpReach {
  const { mode, hosts, folders } = settings.sandbox;
  return { mode, hosts, folders, packageHosts, unconfined, refused: allowableHosts(refused, hosts) };
}

async function placeOfValue([name, value]: readonly [string, string], placeOf: PlaceOfSecret): Promise<McpValue> {
  const secret = secretNameOf(value);
  return { name, place: secret === null ? "settings" : ((await placeOf(secret)) ?? "lost") };
}

interface ToolWords {
  readonly idOf: (tool: ToolDefinition) => string;
  readonly tokensOf: (text: string) => number;
  readonly withoutRoom: ReadonlySet<string>;
}

export function toolRows(
  { settings, tools, changed, allowed }: Server,
  { idOf, tokensOf, withoutRoom }: ToolWords,
): readonly McpTool[] {
  return tools.map((tool) => {
    const id = idOf(tool);
    const isChanged = changed.has(tool.name);
    const { name, description = "", inputSchema } = tool;
    const definition = JSON.stringify({ name: id, description, parameters: inputSchema });
    return {
      name,
      id,
      title: titleOf(tool),
      description,
      isChanged,
      effect: effectOf(tool, isChanged),
      hadNoRoom: withoutRoom.has(id),
      mayRun: allowed.has(name),
      fingerprint: fingerprintOf(tool),
      isEnabled: isEnabled(settings, name),
      tokens: tokensOf(definition),
    };
  });
}
