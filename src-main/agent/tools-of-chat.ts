import { isBeatKey, isPrivateKey, isSubagentKey, takesMessages } from "../../src-preload/contract/session-key.ts";
import { allowsTool, type Profile } from "./profile.ts";

/** The names of the tools that a run may use. */
export type AllowedTools = Pick<ReadonlySet<string>, "has">;

/** Tools of the memory, which a private chat neither reads nor feeds. */
const memoryTools: ReadonlySet<string> = new Set(["remember", "forget", "recall"]);

/** What a sub-agent does not have: it asks for no others, plans nothing, and nobody hears it but who asked for it. */
const ownTools: ReadonlySet<string> = new Set(["spawn", "cron", "ask_user"]);

/** What only a beat has, whatever its profile: its answer reaches nobody. */
const beatTools: ReadonlySet<string> = new Set(["notify"]);

/** Finds what is not listed; it shows no tool that its run may not use. */
export const findToolsName = "find_tools";

/** Whether a chat has this tool at all, by what kind of chat it is. */
function hasTool(key: string, name: string): boolean {
  if (name === "message") return takesMessages(key);
  return !(isPrivateKey(key) && memoryTools.has(name)) && !(isSubagentKey(key) && ownTools.has(name));
}

/** The tools of a run: those of its kind of chat that its profile and its sender leave it. Tools that servers add later are judged too. */
export function allowedTools(key: string, profile: Profile | null, ofSender: AllowedTools | undefined): AllowedTools {
  return {
    has: (name) =>
      name === findToolsName ||
      (beatTools.has(name)
        ? isBeatKey(key)
        : hasTool(key, name) && (profile === null || allowsTool(profile, name)) && ofSender?.has(name) !== false),
  };
}
