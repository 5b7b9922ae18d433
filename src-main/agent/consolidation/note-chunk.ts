import type { MessageId } from "../../../src-preload/contract/ids.ts";
import type { Message } from "../../../src-preload/contract/records.ts";
import { isTurnStart } from "../../storage/session-file/branch-reader.ts";

/** A piece of a chat that one call puts into words: whole turns, oldest first. */
export interface NoteChunk {
  readonly messages: readonly Message[];
  readonly upTo: MessageId;
  /** Behind it stands `/new`: nothing of it is said in the chat that follows. */
  readonly endsChat: boolean;
}

/** Characters of one message; of a longer one both ends. */
const maxMessageChars = 4000;

/**
 * Cuts a chat into pieces of at most `maxChars` as they are told to the model, at the beginnings of turns; a turn that is
 * longer alone is a piece of its own. A piece never goes on past `resetAfter`.
 */
export function chunksOf(
  messages: readonly Message[],
  { maxChars, resetAfter }: { readonly maxChars: number; readonly resetAfter: MessageId | null },
): readonly NoteChunk[] {
  const chunks: NoteChunk[] = [];
  let current: Message[] = [];
  let chars = 0;
  const close = (endsChat: boolean): void => {
    const last = current.at(-1);
    // What no model sees is no piece.
    if (last !== undefined && current.some((message) => wordsOf(message) !== ""))
      chunks.push({ messages: current, upTo: last.id, endsChat });
    current = [];
    chars = 0;
  };
  for (const turn of turnsOf(messages)) {
    const length = turn.reduce((sum, message) => sum + wordsOf(message).length, 0);
    if (current.length > 0 && chars + length > maxChars) close(false);
    for (const message of turn) {
      current.push(message);
      if (message.id === resetAfter) close(true);
    }
    chars += length;
  }
  close(false);
  return chunks;
}

function turnsOf(messages: readonly Message[]): readonly (readonly Message[])[] {
  const turns: Message[][] = [];
  for (const message of messages) {
    const last = turns.at(-1);
    if (last === undefined || isTurnStart(message)) turns.push([message]);
    else last.push(message);
  }
  return turns;
}

/** A message as it is told to who writes the log; "" for what no model sees. Results of tools are named, not told. */
export function wordsOf(message: Message): string {
  if (message.hidden === true || message.role === "system") return "";
  const when = message.timestamp.slice(0, 16).replace("T", " ");
  if (message.role === "tool") {
    const { status = "", path } = message.details ?? {};
    return `[${message.name}${path === undefined ? "" : ` ${path}`}: ${status}]\n`;
  }
  const said = shortened(message.content.trim());
  return said === "" ? "" : `${message.role === "user" ? "User" : "Assistant"} (${when}): ${said}\n`;
}

function shortened(content: string): string {
  if (content.length <= maxMessageChars) return content;
  const half = maxMessageChars / 2;
  return `${content.slice(0, half)} [… ${content.length - maxMessageChars} characters …] ${content.slice(-half)}`;
}

/** The last message that leaves when at least `kept` stay, whole turns; null where nothing can leave. */
export function lastLeaving(messages: readonly Message[], kept: number): MessageId | null {
  for (let at = messages.length - kept; at > 0; at -= 1) {
    const first = messages[at];
    if (first !== undefined && isTurnStart(first)) return messages[at - 1]?.id ?? null;
  }
  return null;
}
