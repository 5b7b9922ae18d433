import { memoryFile } from "../../state/knowledge.ts";
import type { TextKey } from "../../ui/text.ts";

interface AboutFile {
  readonly words: TextKey;
  /** When a model gets to see it. */
  readonly use: TextKey;
}

const withEach = "knowledge.use.each";

/** What each file of the workspace is for. */
const files: Readonly<Record<string, AboutFile>> = {
  [memoryFile]: { words: "knowledge.about.memory", use: withEach },
  "memory/HISTORY.md": { words: "knowledge.about.history", use: "knowledge.use.searched" },
  "SOUL.md": { words: "knowledge.about.soul", use: withEach },
  "USER.md": { words: "knowledge.about.user", use: withEach },
  "AGENTS.md": { words: "knowledge.about.agents", use: withEach },
  "TOOLS.md": { words: "knowledge.about.tools", use: withEach },
  "IDENTITY.md": { words: "knowledge.about.identity", use: withEach },
  "HEARTBEAT.md": { words: "knowledge.about.heartbeat", use: "knowledge.use.notSent" },
};

/** What a file is for, in a few words; null for one that says so itself. */
export function aboutFile(path: string): TextKey | null {
  return files[path]?.words ?? null;
}

export function whenUsed(path: string): TextKey {
  return files[path]?.use ?? (path.startsWith("agents/") ? "knowledge.use.agent" : "knowledge.use.skill");
}
