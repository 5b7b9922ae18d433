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
    "export",
    "budget",
    "file",
    "import",
    "mcp",
    "model",
  ] as const),
  ...(["owner", "probe", "provider", "proxy", "sandbox", "secrets", "serve", "session", "skill", "status"] as const),
  ...(["storage", "syntax", "terminal", "test", "transcription", "undo", "wait", "web", "workspace"] as const),
] as const;

const pageGroups = [
  ...([
    "action",
    "amount",
    "announce",
    "changes",
    "chats",
    "columns",
    "composer",
    "connection",
    "context",
    "details",
  ] as const),
  ...(["effort", "files", "find", "first", "inbox", "inspector", "keys", "limits", "link", "markdown"] as const),
  ...(["mcpServer", "mode", "palette", "paths", "picture", "place", "prices", "running", "samples"] as const),
  ...([
    "plan",
    "question",
    "search",
    "skills",
    "stage",
    "starter",
    "state",
    "time",
    "todo",
    "trash",
    "trouble",
  ] as const),
  ...(["transfer", "trust", "undrawn", "voice"] as const),
] as const;

/** Keys of a group of the agent's side that the page says as well. */
const sharedKeys = ["model.switched", "provider.addressAsKey"] as const;

type KeyOf<Groups extends readonly string[]> = `${Groups[number]}.${string}`;

export type PageKey<Key extends string> = Exclude<Key, KeyOf<typeof agentGroups>> | (typeof sharedKeys)[number];
export type AgentKey<Key extends string> = Exclude<Key, KeyOf<typeof pageGroups>>;

function isIn(groups: readonly string[], key: string): boolean {
  return groups.some((group) => key.startsWith(`${group}.`));
}

/** Groups of the page that come with its later parts, after the first paint. */
const laterGroups = ["inbox", "knowledge", "context", "limits", "run", "search", "skills", "transfer", "usage"] as const;

export function isOfFirstPage(key: string): boolean {
  return isOfPage(key) && !isIn(laterGroups, key);
}

export function isOfLaterPage(key: string): boolean {
  return isOfPage(key) && isIn(laterGroups, key);
}

function isOfPage(key: string): boolean {
  return sharedKeys.some((shared) => shared === key) || !isIn(agentGroups, key);
}

export function isOfAgent(key: string): boolean {
  return !isIn(pageGroups, key);
}
