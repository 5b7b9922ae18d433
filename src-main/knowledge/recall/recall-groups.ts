import { createHash } from "node:crypto";
import type { SessionKey } from "../../../src-preload/contract/ids.ts";
import type { Message } from "../../../src-preload/contract/records.ts";
import { strangerOf } from "../../../src-preload/contract/stranger.ts";
import type { RecallEntry } from "../../storage/recall-calls.ts";
import { factKey, factsIn } from "../memory/facts.ts";

/*
 * Files and chats as entries. What was said after a chat had read text of strangers has a mark in front of its id: whoever
 * recalls it elsewhere reads strangers again.
 */

const strangeMark = "~";

export function isStrange(id: string): boolean {
  return id.startsWith(strangeMark);
}

/** Both ids that the entry of a message may have. */
export function idsOfMessage(messageId: string): readonly string[] {
  return [messageId, strangeMark + messageId];
}

const nothing = { sessionKey: null, messageId: null, speaker: "", date: null } as const;

export function factEntries(memory: string): readonly RecallEntry[] {
  return factsIn(memory).map(({ text }) => ({ ...nothing, id: `fact ${factKey(text)}`, source: "fact", text }));
}

const day = /^## (\d{4}-\d{2}-\d{2})/;
const noted = /^### (\d{2}:\d{2}) ?(.*?)(?: <!-- (\S+)( ~)? -->)?\s*$/;

/** The entries of the log; what a person wrote into it is one for each paragraph. */
export function logEntries(log: string): readonly RecallEntry[] {
  const entries: RecallEntry[] = [];
  let date = "";
  let open: { words: string[]; time: string; id: string; isStrange: boolean } | null = null;
  const close = (): void => {
    const text = open?.words.join("\n").trim() ?? "";
    if (open !== null && text !== "") {
      const time = Date.parse(`${date}T${open.time === "" ? "12:00" : open.time}`);
      const id = `${open.isStrange ? strangeMark : ""}log ${open.id === "" ? hashed(text) : open.id}`;
      entries.push({ ...nothing, id, source: "log", text, date: Number.isNaN(time) ? null : time });
    }
    open = null;
  };
  for (const line of log.split(/\r?\n/)) {
    const title = noted.exec(line);
    const newDay = day.exec(line);
    const isHeading = /^#{1,2} /.test(line);
    if (title !== null || isHeading || (line.trim() === "" && open?.id === "")) close();
    if (newDay !== null) date = newDay[1] ?? "";
    if (title !== null) {
      const [, time = "", words = "", id = "", strange] = title;
      open = { words: [words], time, id, isStrange: strange !== undefined };
    } else if (!isHeading && line.trim() !== "") {
      open ??= { words: [], time: "", id: "", isStrange: false };
      open.words.push(line);
    }
  }
  close();
  return entries;
}

function hashed(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}

/** What was said in a chat, message by message: hand each over in the order in which it was written. */
export function createMessageEntries(sessionKey: SessionKey): (message: Message) => readonly RecallEntry[] {
  let hasStranger = false;
  return (message) => {
    hasStranger ||= strangerOf(message) !== null;
    if (message.hidden === true || (message.role !== "user" && message.role !== "assistant")) return [];
    const text = message.content.trim();
    if (text === "") return [];
    const isAnswer = message.role === "assistant";
    const time = Date.parse(message.timestamp);
    return [
      {
        id: hasStranger && (isAnswer || message.untrusted !== undefined) ? strangeMark + message.id : message.id,
        source: "message",
        sessionKey,
        messageId: message.id,
        speaker: isAnswer ? "Assistant" : "User",
        date: Number.isNaN(time) ? null : time,
        text,
      },
    ];
  };
}
