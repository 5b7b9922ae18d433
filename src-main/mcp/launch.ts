import type { McpTarget } from "../../src-preload/contract/mcp.ts";
import type { McpServerSettings } from "../../src-preload/contract/settings.ts";
import type { Host } from "../host.ts";

/** What is started or asked, with its values read in. Held in memory only as long as a connection is made. */
export interface Launch {
  readonly target: McpTarget;
  /** Variables of a command, headers of an address. */
  readonly values: Readonly<Record<string, string>>;
}

/** Where a value is kept that the settings only name. */
export const secretPrefix = "secret:";

/** An entry with neither a command nor an address is a command without a name, which is not found. */
export function targetOf({ command, args, cwd, url }: McpServerSettings): McpTarget {
  if (command === undefined && url !== undefined) return { kind: "address", url };
  return { kind: "command", command: command ?? "", args, cwd: cwd ?? null };
}

export function valuesOf(settings: McpServerSettings): Readonly<Record<string, string>> {
  return targetOf(settings).kind === "command" ? settings.env : settings.headers;
}

/** The name in the key store; null for a value that stands in the settings. */
export function secretNameOf(value: string): string | null {
  const plain = value.trim();
  return plain.startsWith(secretPrefix) ? plain.slice(secretPrefix.length) : null;
}

/** Values whose place is empty are left out: the server says what it misses. Throws what the key store throws. */
export async function launchOf(settings: McpServerSettings, { secrets }: Host): Promise<Launch> {
  const read = Object.entries(valuesOf(settings)).map(async ([name, value]) => {
    const secret = secretNameOf(value);
    return [name, secret === null ? value : await secrets.get(secret)] as const;
  });
  const values = (await Promise.all(read)).flatMap(([name, value]) => (value === null ? [] : [[name, value] as const]));
  return { target: targetOf(settings), values: Object.fromEntries(values) };
}
