import type { SessionKey } from "../../src-preload/contract/ids.ts";
import type { Mention } from "../../src-preload/contract/mentions.ts";
import type { Message } from "../../src-preload/contract/records.ts";
import { type AsyncResult, fail, ok, type Result } from "../../src-preload/contract/result.ts";
import { isPrivateKey } from "../../src-preload/contract/session-key.ts";
import { strangerOf } from "../../src-preload/contract/stranger.ts";
import { foldText } from "../storage/fold-text.ts";
import { text } from "../words.ts";
import type { SessionStore, SessionView } from "./session-store.ts";

/** What a message gets of a chat that it names. */
export interface MentionedChat {
  readonly sessionKey: SessionKey;
  readonly title: string;
  /** Newest activity, in milliseconds since 1970. */
  readonly date: number;
  /** Its last questions and answers, oldest first. */
  readonly text: string;
  /** There was more than had room. */
  readonly isCut: boolean;
  /** The chat had read text of strangers, on whichever of its branches. */
  readonly stranger?: string;
}

type ChatMention = Extract<Mention, { kind: "chat" }>;
type ChatReads = Pick<SessionStore, "list" | "messagesOf" | "trashed" | "view">;
type NamedReads = Omit<ChatReads, "messagesOf">;

const mostMessages = 60;
/** Of a question; the answers are what is wanted. */
const mostQuestionChars = 500;
const pageSize = 200;
const mostPages = 20;
const mostTrashed = 1000;

/**
 * The chat that is meant, read and left as it is; why there is none, as a sentence. `own`: the chat of the message. A private
 * chat is never told of.
 */
export async function readMentionedChat(
  sessions: ChatReads,
  mention: ChatMention,
  { own, room }: { readonly own: SessionKey; readonly room: number },
): Promise<Result<MentionedChat, string>> {
  const found = await findNamedChat(sessions, mention, own);
  if (!found.ok) return found;
  const view = found.value;
  const page = await view.page(mostMessages);
  if (!page.ok) return fail(page.error.message);
  const { title, updatedAt } = view.summary();
  const stranger = await strangerInChat(sessions, view.key);
  // What could not be looked at whole counts as somebody else's.
  if (!stranger.ok) return fail(stranger.error.message);
  const read = lastWords(
    page.value.messages.map(({ message }) => message),
    room,
  );
  if (read.text === "") return fail(text("mention.emptyChat"));
  return ok({
    sessionKey: view.key,
    title,
    date: updatedAt,
    text: read.text,
    isCut: read.isCut || page.value.hasEarlier,
    ...(stranger.value === null ? {} : { stranger: stranger.value }),
  });
}

/** The chat that is meant; why there is none, as a sentence. Neither the `own` one nor a private one. */
export async function findNamedChat(
  sessions: NamedReads,
  mention: ChatMention,
  own: SessionKey,
): Promise<Result<SessionView, string>> {
  const key = mention.by === "key" ? ok(mention.key) : await keyOf(sessions, mention.title);
  if (!key.ok) return key;
  if (key.value === own) return fail(text("mention.ownChat"));
  const missing = fail(text("mention.noChat", { chat: mention.by === "key" ? mention.key : mention.title }));
  if (isPrivateKey(key.value)) return missing;
  const view = await sessions.view(key.value);
  if (view.ok) return view;
  if (view.error.code !== "not-found") return fail(view.error.message);
  return (await isInTrash(sessions, (one) => one.key === key.value)) ? fail(text("mention.trashed")) : missing;
}

/** Who else wrote of a chat, on whichever of its branches; null: nobody. */
export async function strangerInChat(
  sessions: Pick<SessionStore, "messagesOf">,
  key: SessionKey,
): AsyncResult<string | null> {
  let stranger: string | null = null;
  const all = await sessions.messagesOf(key, (message) => {
    stranger ??= strangerOf(message);
  });
  return all.ok ? ok(stranger) : all;
}

/** The one chat of this title, in the list or archived. */
async function keyOf(sessions: NamedReads, title: string): Promise<Result<SessionKey, string>> {
  const wanted = foldText(title.trim());
  const found = new Set<SessionKey>();
  for (const archived of [false, true]) {
    let cursor: string | null = null;
    for (let page = 0; page < mostPages; page += 1) {
      const query = { query: title.trim(), archived, limit: pageSize };
      const listed: Awaited<ReturnType<ChatReads["list"]>> = await sessions.list(
        cursor === null ? query : { ...query, cursor },
      );
      if (!listed.ok) return fail(listed.error.message);
      for (const row of listed.value.sessions) if (foldText(row.title.trim()) === wanted) found.add(row.key);
      cursor = listed.value.cursor;
      if (cursor === null) break;
    }
  }
  const [first] = found;
  if (first === undefined) {
    const isTrashed = await isInTrash(sessions, (one) => foldText(one.title.trim()) === wanted);
    return fail(isTrashed ? text("mention.trashed") : text("mention.noChat", { chat: title }));
  }
  return found.size === 1 ? ok(first) : fail(text("mention.twoChats", { count: found.size, title }));
}

async function isInTrash(
  sessions: NamedReads,
  isIt: (one: { readonly key: SessionKey; readonly title: string }) => boolean,
): Promise<boolean> {
  const trashed = await sessions.trashed(mostTrashed);
  return trashed.ok && trashed.value.some(isIt);
}

/** From the end backwards, as much as has room; at least a part of the last answer. */
function lastWords(messages: readonly Message[], room: number): { readonly text: string; readonly isCut: boolean } {
  const lines: string[] = [];
  let left = room;
  const said = messages.filter((one) => one.hidden !== true && one.content.trim() !== "");
  for (const { role, content } of said.toReversed()) {
    if (role !== "user" && role !== "assistant") continue;
    const whole = content.trim();
    const words = role === "user" ? `User: ${whole.slice(0, mostQuestionChars)}` : `Assistant: ${whole}`;
    if (words.length > left) {
      if (lines.length > 0) return { text: lines.reverse().join("\n\n"), isCut: true };
      return { text: words.slice(0, left), isCut: true };
    }
    left -= words.length;
    lines.push(words);
  }
  return { text: lines.reverse().join("\n\n"), isCut: false };
}
