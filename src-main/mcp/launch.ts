import type { McpProfile, McpTarget } from "../../src-preload/contract/mcp.ts";
import type { McpServerSettings } from "../../src-preload/contract/settings.ts";
import type { Host } from "../host.ts";
import { readReferences } from "../keys/secret-references.ts";

/** What is started or asked, with its values read in. Held in memory only as long as a connection is made. */
export interface Launch {
  readonly target: McpTarget;
  /** Variables of a command, headers of an address. */
  readonly values: Readonly<Record<string, string>>;
  /** What a command may reach. */
  readonly profile: McpProfile;
}

/** An entry with neither a command nor an address is a command without a name, which is not found. */
export function targetOf({ command, args, cwd, url }: McpServerSettings): McpTarget {
  if (command === undefined && url !== undefined) return { kind: "address", url };
  return { kind: "command", command: command ?? "", args, cwd: cwd ?? null };
}

export function valuesOf(settings: McpServerSettings): Readonly<Record<string, string>> {
  return targetOf(settings).kind === "command" ? settings.env : settings.headers;
}

/** Values whose place is empty are left out: the server says what it misses. Throws what the key store throws. */
export async function launchOf(settings: McpServerSettings, { secrets }: Host): Promise<Launch> {
  const values = await readReferences(valuesOf(settings), secrets);
  return { target: targetOf(settings), values, profile: settings.sandbox };
}
