import type { ContractError } from "../../src-preload/contract/errors.ts";
import type { McpProfile } from "../../src-preload/contract/mcp.ts";
import { allowedHostSchema } from "../../src-preload/contract/settings.ts";
import { problemOfFolder } from "./lent-folders.ts";
import { isUnfit, wrong } from "./server-problem.ts";

/** What a person typed or pasted as hosts and folders, as it is kept: each once, a host also out of an address. */
export function cleanProfile({ mode, hosts, folders }: McpProfile): McpProfile {
  return { mode, hosts: unique(hosts.map(hostIn)), folders: unique(folders.map((folder) => folder.trim())) };
}

function unique(words: readonly string[]): readonly string[] {
  return [...new Set(words.filter((word) => word !== ""))];
}

function hostIn(typed: string): string {
  const words = typed.trim().toLowerCase();
  return /^https?:\/\//.test(words) && URL.canParse(words) ? new URL(words).host : words;
}

/** What is wrong with a profile, with its `field` in `data`; null where nothing is. */
export function problemOfProfile(
  { hosts, folders }: McpProfile,
  homes: Parameters<typeof problemOfFolder>[1],
): ContractError | null {
  const host = hosts.find((one) => !allowedHostSchema.safeParse(one).success);
  if (host !== undefined) return wrong("hosts", "mcp.badHost", { host: host.slice(0, 200) });
  for (const folder of folders) {
    if (isUnfit(folder)) return wrong("folders", "mcp.badText");
    const problem = problemOfFolder(folder, homes);
    if (problem !== null) return wrong("folders", `mcp.badFolder.${problem}`, { folder: folder.slice(0, 200) });
  }
  return null;
}
