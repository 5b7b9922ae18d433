import { revealLine } from "../../src-preload/contract/reveal-controls.ts";
import type { FolderTrustLook } from "../../src-preload/contract/window.ts";
import { text } from "../words.ts";
import type { SlashTarget } from "./slash-target.ts";

type Conversation = Pick<SlashTarget, "askYesNo" | "connection" | "say" | "sessionKey">;

interface AskedFolder {
  /** The folder that a chat without a message is going to work in; null: the chat's own. */
  readonly workFolder: string | null;
  /** Commands of the chat run by themselves in a trusted folder: it counts also where nothing in it does. */
  readonly isAuto: boolean;
}

/** Asks once whether what lies in the work folder may tell the agent what to do; the answer is kept for all chats. */
export async function askFolderTrust(asker: Conversation, { workFolder, isAuto }: AskedFolder): Promise<void> {
  const { sessionKey } = asker;
  if (sessionKey === null) return;
  const looked = await asker.connection?.request("trust.look", {
    sessionKey,
    ...(workFolder === null ? {} : { workFolder }),
  });
  // A folder that cannot be reached is told of where it is used.
  if (looked?.ok !== true || sessionKey !== asker.sessionKey) return;
  const { folder, isTrusted, isDeclined, found } = looked.value;
  if (isTrusted || isDeclined || (found.length === 0 && !isAuto)) return;
  asker.say(questionText(looked.value));
  const answer = await asker.askYesNo(text("terminal.trust.ask"));
  // Left for another chat, or with the terminal: it is asked again at the next start.
  if (answer === null) return;
  const kept = await asker.connection?.request("trust.set", { folder, isTrusted: answer });
  if (kept === undefined) return;
  if (!kept.ok) return asker.say(kept.error.message);
  asker.say(text(answer ? "terminal.trust.yes" : "terminal.trust.no"), { dim: true });
}

function questionText({ folder, found }: FolderTrustLook): string {
  const lines = [text("folderTrust.title", { folder: revealLine(folder) }), text("folderTrust.words")];
  return [...lines, ...(found.length === 0 ? [] : [text("folderTrust.found", { names: found.join(", ") })])].join("\n");
}
