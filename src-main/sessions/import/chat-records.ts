import { createHash } from "node:crypto";
import { maxMessageChars } from "../../../src-preload/contract/bounds.ts";
import { type MessageId, messageIdSchema, type SessionKey, sessionKeyOf } from "../../../src-preload/contract/ids.ts";
import type { Message } from "../../../src-preload/contract/records.ts";
import type { ImportSource } from "../../../src-preload/contract/transfer.ts";
import { text } from "../../words.ts";
import type { ImportedChat, ImportedMessage } from "./imported-chat.ts";

/** What an imported chat is here. All of it follows from the file alone, so that a second import finds it again. */
export interface ChatRecords {
  readonly source: ImportSource;
  readonly key: SessionKey;
  readonly title: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** Each behind its parent; the first one says where the chat comes from. */
  readonly messages: readonly Message[];
  readonly tip: MessageId;
}

const sourceNames: Readonly<Record<ImportSource, string>> = {
  chatgpt: "ChatGPT",
  claude: "Claude",
  perch: "Perch",
};

const importedId = /^x_[0-9a-f]{32}$/;
const mostTitleChars = 200;

/** Whether a message came with an import; what a person said in the chat since has another id. */
export function isImported(id: MessageId): boolean {
  return importedId.test(id);
}

/** Of the same chat in every export of it. */
function importKeyOf({ source, id }: Pick<ImportedChat, "source" | "id">): SessionKey {
  return sessionKeyOf("import", `${source}-${hashOf(source, id).slice(0, 24)}`);
}

/** `now`: the time of a chat that tells none. */
export function recordsOf(chat: ImportedChat, now: number): ChatRecords {
  const { source } = chat;
  const idOf = (id: string): MessageId => messageIdSchema.parse(`x_${hashOf(source, chat.id, id).slice(0, 32)}`);
  const firstAt = chat.createdAt ?? chat.messages.find(({ at }) => at !== null)?.at ?? now;
  const note: Message = {
    id: messageIdSchema.parse(`x_${hashOf(source, chat.id).slice(0, 32)}`),
    parentId: null,
    role: "system",
    hidden: true,
    content: text("import.note", { source: sourceNames[source] }),
    timestamp: stampOf(firstAt),
  };
  const times = new Map<string, number>();
  const messages: Message[] = [note];
  for (const message of chat.messages) {
    const at = message.at ?? (message.parentId === null ? firstAt : (times.get(message.parentId) ?? firstAt));
    times.set(message.id, at);
    const parentId = message.parentId === null ? note.id : idOf(message.parentId);
    messages.push(recordOf(message, { id: idOf(message.id), parentId, timestamp: stampOf(at), source }));
  }
  const last = messages.at(-1) ?? note;
  return {
    source,
    key: importKeyOf(chat),
    title: titleOf(chat),
    createdAt: firstAt,
    updatedAt: Date.parse(last.timestamp),
    messages,
    tip: chat.tip === null ? last.id : idOf(chat.tip),
  };
}

interface RecordFacts {
  readonly id: MessageId;
  readonly parentId: MessageId;
  readonly timestamp: string;
  readonly source: ImportSource;
}

/** What the other program said may hold what strangers wrote: pages that it read, files that it was given. */
function recordOf({ role, content, model }: ImportedMessage, { source, ...place }: RecordFacts): Message {
  const said = { ...place, content: contentOf(content), untrusted: sourceNames[source] };
  if (role === "user") return { ...said, role };
  return { ...said, role, ...(model === undefined ? {} : { model: model.slice(0, 200) }) };
}

function contentOf(words: string): string {
  const kept = words.length > maxMessageChars ? `${words.slice(0, maxMessageChars)}…` : words;
  return kept.replaceAll("\u0000", "\ufffd").toWellFormed();
}

/** One line, without what cannot be seen; of the first words where it has none. */
function titleOf({ title, messages }: ImportedChat): string {
  const given = title.trim() === "" ? (messages.find(({ role }) => role === "user")?.content ?? "") : title;
  const line = given
    .slice(0, mostTitleChars * 8)
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ")
    .replace(/\s+/g, " ")
    .trim()
    .toWellFormed();
  const letters = Array.from(line);
  return (
    (letters.length > mostTitleChars ? letters.slice(0, mostTitleChars).join("") : line) || text("import.untitled")
  );
}

function stampOf(time: number): string {
  return new Date(time).toISOString();
}

function hashOf(...parts: readonly string[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex");
}
