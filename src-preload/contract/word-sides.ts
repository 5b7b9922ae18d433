/*
 * Which side says which sentences of the catalogue. The build gives the page and the agent's side their own alone, and each
 * side's `TextKey` has none of the other's, so that code which wants one does not compile. What a key begins with, up
 * to a dot, tells whose it is; a group that is named below in neither list is said by both.
 */

const agentGroups = [
  ...([
    "about",
    "contract",
    "approval.open",
    "approval.reach",
    "approval.reason",
    "approval.server",
    "approval.title",
  ] as const),
  ...([
    "backup",
    "cli",
    "commands",
    "desktop",
    "heartbeat",
    "diagnose",
    "diagnosis",
    "doctor",
    "error",
    "export",
    "budget",
    "file",
    "import",
    "job",
  ] as const),
  ...([
    "mcp",
    "mcpServe",
    "mention",
    "model",
    "owner",
    "probe",
    "profile",
    "prompt",
    "provider",
    "proxy",
    "recall",
    "sandbox",
    "secrets",
    "serve",
  ] as const),
  ...(["session", "skill", "status", "subagent"] as const),
  ...(["storage", "syntax", "terminal", "test", "transcription", "undo", "wait", "web", "workspace"] as const),
] as const;

const pageGroups = [
  ...([
    "action",
    "amount",
    "announce",
    "backups",
    "beats",
    "changes",
    "chats",
    "columns",
    "composer",
    "connection",
    "context",
    "crash",
    "details",
  ] as const),
  ...([
    "editor",
    "effort",
    "files",
    "find",
    "first",
    "found",
    "help",
    "inbox",
    "inspector",
    "profiles",
    "jobs",
    "keys",
    "limits",
    "link",
    "markdown",
  ] as const),
  ...([
    "mcpServer",
    "mode",
    "named",
    "palette",
    "paths",
    "picture",
    "place",
    "prices",
    "running",
    "samples",
    "subagents",
  ] as const),
  ...([
    "plan",
    "quick",
    "question",
    "search",
    "skills",
    "sought",
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
const sharedKeys = ["contract.disconnected", "model.switched", "provider.addressAsKey"] as const;

type KeyOf<Groups extends readonly string[]> = `${Groups[number]}.${string}`;

export type PageKey<Key extends string> = Exclude<Key, KeyOf<typeof agentGroups>> | (typeof sharedKeys)[number];
export type AgentKey<Key extends string> = Exclude<Key, KeyOf<typeof pageGroups>>;

function isIn(groups: readonly string[], key: string): boolean {
  return groups.some((group) => key.startsWith(`${group}.`));
}

/** Groups of the page that come with its later parts, after the first paint. */
const laterGroups = [
  ...([
    "ask",
    "backups",
    "beats",
    "connection",
    "context",
    "editor",
    "files",
    "first",
    "found",
    "help",
    "inbox",
    "jobs",
    "knowledge",
    "limits",
    "mcpServer",
    "named",
    "prices",
    "profiles",
  ] as const),
  ...(["run", "schedule", "search", "settings", "rules", "skills", "transfer", "trash", "usage"] as const),
  ...([
    "changes",
    "command",
    "details",
    "memory",
    "notify",
    "paths",
    "question",
    "quick",
    "running",
    "sought",
    "subagents",
    "todo",
    "voice",
  ] as const),
] as const;

/** Keys of these that are said by what is there at once: menus, commands, notices. */
const firstKeys: ReadonlySet<string> = new Set([
  "jobs.new",
  ...["first.blocked.address", "first.blocked.choice", "first.blocked.failed", "first.blocked.key"],
  ...["first.blocked.test", "first.folder", "limits.change", "prices.above", "prices.aboveUpTo", "prices.change"],
  ...[
    "files.binary",
    "files.tooLarge",
    "files.truncated",
    "prices.peak",
    "usage.export",
    "prices.free",
    "prices.noPrice",
  ],
  ...[
    "connection.add",
    "connection.inOut",
    "connection.models",
    "connection.search",
    "knowledge.restored",
    "knowledge.saved",
  ],
  ...["mcpServer.add", "mcpServer.servers", "settings.compact", "settings.comfortable", "settings.density"],
  ...["changes.commentOn", "changes.commentOnRemoved", "changes.commentRemoved", "changes.commentsHead"],
  ...["changes.diff", "changes.keep", "changes.restore", "changes.since", "changes.undo", "rules.removed"],
  ...["settings.foldEverything", "settings.foldResult", "settings.foldSteps", "settings.folding"],
  ...["settings.sandboxAsks", "settings.sandboxReady", "settings.theme", "settings.themeDark"],
  ...["voice.agreeRead", "voice.agreeRecord", "voice.agreeSend", "voice.asFile"],
  ...["voice.asking", "voice.close", "voice.dictate", "voice.done"],
  ...["voice.elsewhere", "voice.fileName", "voice.finish", "voice.goesLocal"],
  ...["voice.goesTo", "voice.intoWordsOf", "voice.kept", "voice.keptHere"],
  ...["voice.level", "voice.microphoneBusy", "voice.microphoneNone", "voice.microphoneRefused"],
  ...["voice.microphoneUnsupported", "voice.needsToDictate", "voice.needsToSend", "voice.notNow"],
  ...["voice.nothingRecorded", "voice.openConnections", "voice.partName", "voice.play"],
  ...["voice.recording", "voice.saidOnce", "voice.stopped", "voice.time"],
  ...["voice.transcribing", "voice.transcribingPart", "voice.waitForRecording"],
  ...["settings.themeLight", "settings.themeSystem", "settings.workFolder"],
]);

export function isOfFirstPage(key: string): boolean {
  return isOfPage(key) && !isLater(key);
}

export function isOfLaterPage(key: string): boolean {
  return isOfPage(key) && isLater(key);
}

function isLater(key: string): boolean {
  return isIn(laterGroups, key) && !firstKeys.has(key);
}

function isOfPage(key: string): boolean {
  return sharedKeys.some((shared) => shared === key) || !isIn(agentGroups, key);
}

export function isOfAgent(key: string): boolean {
  return !isIn(pageGroups, key);
}
