import { maxSessionKeyChars, sessionKeyForm } from "./bounds.ts";
import { z } from "./zod.ts";

/**
 * `channel:chatId` or `channel:chatId:threadId`, e.g. `desktop:8f3k2q`, `cli:direct`.
 * At most 200 characters, so that its encoded file name fits every file system.
 */
export const sessionKeySchema = z
  .string()
  .max(maxSessionKeyChars, `a session key has at most ${maxSessionKeyChars} characters`)
  .regex(sessionKeyForm, "a session key looks like channel:chatId")
  .brand<"SessionKey">();
export const messageIdSchema = z.string().min(1).max(100).brand<"MessageId">();
export const runIdSchema = z.string().min(1).max(100).brand<"RunId">();
export const approvalIdSchema = z.string().min(1).max(100).brand<"ApprovalId">();

export type SessionKey = z.infer<typeof sessionKeySchema>;
export type MessageId = z.infer<typeof messageIdSchema>;
export type RunId = z.infer<typeof runIdSchema>;
export type ApprovalId = z.infer<typeof approvalIdSchema>;

/** Mints ids from a source of unique texts (the host's `createId`): the one place where a plain string becomes an id. */
export interface IdMint {
  message(): MessageId;
  run(): RunId;
  approval(): ApprovalId;
}

export function createIdMint(createId: () => string): IdMint {
  return {
    message: () => messageIdSchema.parse(`m_${createId()}`),
    run: () => runIdSchema.parse(`r_${createId()}`),
    approval: () => approvalIdSchema.parse(`a_${createId()}`),
  };
}

/** Where a chat is held: the parts of its key. */
export interface SessionAddress {
  readonly channel: string;
  readonly chatId: string;
  readonly threadId?: string;
}

/** The parts of a key; `sessionKeyOf` makes the same key of them again. A thread's name may have colons, a chat's has none. */
export function parseSessionKey(key: string): SessionAddress {
  const [channel = "", chatId = "", ...thread] = key.split(":");
  return { channel, chatId, ...(thread.length === 0 ? {} : { threadId: thread.join(":") }) };
}

export function sessionKeyOf(channel: string, chatId: string, threadId?: string): SessionKey {
  return sessionKeySchema.parse(threadId === undefined ? `${channel}:${chatId}` : `${channel}:${chatId}:${threadId}`);
}
