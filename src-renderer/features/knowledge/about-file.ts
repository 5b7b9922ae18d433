import type { TextKey } from "../../ui/text.ts";

interface AboutFile {
  readonly words: TextKey;
  /** It goes to the model with each message. */
  readonly isInEveryChat: boolean;
}

/** What each file of the workspace is for. */
const files: Readonly<Record<string, AboutFile>> = {
  "memory/MEMORY.md": { words: "knowledge.about.memory", isInEveryChat: true },
  "memory/HISTORY.md": { words: "knowledge.about.history", isInEveryChat: false },
  "SOUL.md": { words: "knowledge.about.soul", isInEveryChat: true },
  "USER.md": { words: "knowledge.about.user", isInEveryChat: true },
  "AGENTS.md": { words: "knowledge.about.agents", isInEveryChat: true },
  "TOOLS.md": { words: "knowledge.about.tools", isInEveryChat: true },
  "IDENTITY.md": { words: "knowledge.about.identity", isInEveryChat: true },
  "HEARTBEAT.md": { words: "knowledge.about.heartbeat", isInEveryChat: false },
};

/** What a file is for, in a few words; null for one that says so itself. */
export function aboutFile(path: string): TextKey | null {
  return files[path]?.words ?? null;
}

export function isInEveryChat(path: string): boolean {
  return files[path]?.isInEveryChat === true;
}
