/*
 * Which sentences of the catalogue the page carries. The agent's side words the rest itself and sends it as text: the build
 * leaves it out of the page, and `TextKey` has none of it, so that a component that wants one does not compile.
 */

/** What stands before the first dot of keys that the agent's side alone says. */
const agentGroups = [
  ...(["cli", "desktop", "diagnose", "doctor", "error", "budget", "file", "mcp", "model", "owner", "probe"] as const),
  ...(["provider", "proxy", "secrets", "serve", "session", "status", "storage", "syntax", "terminal", "test"] as const),
  ...(["transcription", "wait", "workspace"] as const),
] as const;

/** Keys of such a group that the page says as well. */
const sharedKeys = ["model.switched", "provider.addressAsKey"] as const;

export type PageKey<Key extends string> =
  | Exclude<Key, `${(typeof agentGroups)[number]}.${string}`>
  | (typeof sharedKeys)[number];

export function isOfPage(key: string): boolean {
  return sharedKeys.some((shared) => shared === key) || !agentGroups.some((group) => key.startsWith(`${group}.`));
}
