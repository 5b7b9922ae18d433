/*
 * What lies in a home, a name each, and whether a backup holds it. A test fails for a name that stands in neither list.
 */

/** A backup holds these, whole. */
export const keptParts: ReadonlySet<string> = new Set([
  ...["config.json", "trust.json", "rules.json", "models.json", "recall-refused.json", "memory-proposals.json"],
  ...["inbox.json", "outbox.json", "subagents.json", "workspace", "automations", "heartbeat", "drafts", "ledger"],
  ...["versions", "trash"],
]);

/**
 * None of these is in a backup: what lets somebody in (`secrets.json`, `browsers.json`, `served.json`), what is of this moment and
 * this computer, private chats, what is made anew from the rest (`perch.db`), copies of the person's own files (`undo`: as
 * they were before runs, which no older state of Perch knows), bundles of MCP servers, which are large and are to be had where
 * they came from, and the backups themselves.
 */
export const leftOutParts: ReadonlySet<string> = new Set([
  ...["secrets.json", "browsers.json", "served.json", "open-in-browser.html", "terminal-history.json", "cache"],
  ...["owner.json", "owner.sock", "owner.lock", "commands.json", "private", "imports", "desktop"],
  ...["mcp-bundles"],
  ...["perch.db", "perch.db-wal", "perch.db-shm", "undo", "logs", "backups", "restore"],
]);

/** Made anew from what was restored. */
export const derivedParts = ["perch.db", "perch.db-wal", "perch.db-shm"] as const;

export const sessionsFolder = "workspace/sessions/";
export const memoryFile = "workspace/memory/MEMORY.md";
export const skillsFolder = "workspace/skills/";
export const jobsFile = "automations/jobs.json";

/** Half-written files of a process that was killed. */
const temporary = /\.perch-tmp$/;

/** `path`: below the home, with slashes. */
export function isKept(path: string): boolean {
  const [part = ""] = path.split("/");
  return keptParts.has(part) && !temporary.test(path);
}
