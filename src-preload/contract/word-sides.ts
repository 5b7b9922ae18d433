/*
 * Which side says which sentences of the catalogue. The build gives the page and the agent's side their own alone, and each
 * side's `TextKey` has none of the other's, so that code which wants one does not compile. What stands before the first dot
 * of a key tells whose it is; a group that is named below in neither list is said by both.
 */

const agentGroups = [
  ...([
    "cli",
    "commands",
    "desktop",
    "diagnose",
    "doctor",
    "error",
    "budget",
    "file",
    "mcp",
    "model",
    "owner",
    "probe",
  ] as const),
  ...([
    "provider",
    "proxy",
    "sandbox",
    "secrets",
    "serve",
    "session",
    "status",
    "storage",
    "syntax",
    "terminal",
    "test",
  ] as const),
  ...(["transcription", "wait", "workspace"] as const),
] as const;

const pageGroups = [
  ...(["action", "amount", "announce", "chats", "columns", "composer", "connection", "context", "details"] as const),
  ...(["effort", "files", "find", "first", "inbox", "inspector", "keys", "limits", "link", "markdown"] as const),
  ...([
    "mcpServer",
    "mode",
    "palette",
    "paths",
    "picture",
    "place",
    "prices",
    "running",
    "samples",
    "stage",
    "starter",
  ] as const),
  ...(["state", "time", "trash", "trouble", "undrawn", "voice"] as const),
] as const;

/** Keys of a group of the agent's side that the page says as well. */
const sharedKeys = ["model.switched", "provider.addressAsKey"] as const;

type KeyOf<Groups extends readonly string[]> = `${Groups[number]}.${string}`;

export type PageKey<Key extends string> = Exclude<Key, KeyOf<typeof agentGroups>> | (typeof sharedKeys)[number];
export type AgentKey<Key extends string> = Exclude<Key, KeyOf<typeof pageGroups>>;

function isIn(groups: readonly string[], key: string): boolean {
  return groups.some((group) => key.startsWith(`${group}.`));
}

export function isOfPage(key: string): boolean {
  return sharedKeys.some((shared) => shared === key) || !isIn(agentGroups, key);
}

export function isOfAgent(key: string): boolean {
  return !isIn(pageGroups, key);
}
