import type { MessageId, SessionKey } from "../../src-preload/contract/ids.ts";
import type { Earlier, Noted } from "../../src-preload/contract/past.ts";
import type { Message, QueuedMessage, SessionRecord, SessionSettings } from "../../src-preload/contract/records.ts";
import type { AsyncResult } from "../../src-preload/contract/result.ts";
import type {
  MessagePage,
  PendingApproval,
  SessionPage,
  SessionSummary,
  TrashedChat,
} from "../../src-preload/contract/session.ts";
import type { MessageQuery, MessageSlice } from "../storage/message-search/search-calls.ts";
import type { RecordedRun } from "../storage/session-file/derived-state.ts";

/** A call of the last assistant message that has no result yet. */
export interface OpenCall {
  readonly callId: string;
  readonly name: string;
  readonly messageId: MessageId;
}

/** What became of the messages before the context. */
export interface Past {
  readonly earlier: Earlier;
  /** How far the chat is in the log of the memory; null: nothing of it. */
  readonly noted: Noted | null;
  /** The last message before `/new`; null where there was none. */
  readonly resetAfter: MessageId | null;
}

/**
 * One session in memory: the end of its file. Everything here is derived from records, so it can be dropped after
 * any record and built again. It changes only through `append`.
 */
export interface Session {
  readonly key: SessionKey;
  readonly createdAt: number;
  /** Newest activity, ms since 1970. */
  readonly updatedAt: number;
  readonly settings: SessionSettings;
  /** Given by a person, an import or a model, else made from the first words; "" while there are none. */
  readonly title: string;
  /** Nobody has to find one any more. */
  readonly isTitleGiven: boolean;
  /** The tip of the active branch; null while it is empty. */
  readonly head: MessageId | null;
  /**
   * The active branch since the last `reset` or `consolidated` marker, oldest first, hidden ones too; at least the last
   * `memoryWindow` of it and whole user turns. A new array after each change, never mutated.
   */
  readonly context: readonly Message[];
  readonly past: Past;
  /** The minimum number of messages of the branch in the context, if there are that many. */
  readonly memoryWindow: number;
  /** Everything that was handed over to be appended is on the disk, or failed. */
  readonly isSettled: boolean;
  readonly openCalls: readonly OpenCall[];
  readonly pendingApprovals: readonly PendingApproval[];
  /** Decided, and the call has no result yet: run (or deny) it now. */
  readonly decidedApprovals: readonly {
    readonly approval: PendingApproval;
    readonly decision: "allow-once" | "deny";
    readonly note?: string;
  }[];
  readonly queue: readonly QueuedMessage[];
  readonly lastRun: RecordedRun;
  /** Line numbers counted from the end of what was read; told to the user once. */
  readonly damagedLines: number;
  /**
   * Adds records in this order, as one write; resolves when they are on the disk. On failure nothing of them is in
   * the file or in memory, and the next append works when the cause is gone.
   */
  append(records: readonly SessionRecord[]): AsyncResult<void>;
  /** A page of the active branch: the newest messages, or those before one. */
  page(limit: number, before?: MessageId): AsyncResult<MessagePage>;
  /** The newest message of the branch that goes through this one, for `session.branch`. */
  tipThrough(messageId: MessageId): AsyncResult<MessageId>;
  /** Whether a message with this id is there, on any branch. */
  has(messageId: MessageId): AsyncResult<boolean>;
  /** A message by id, on any branch. */
  message(messageId: MessageId): AsyncResult<Message>;
  summary(): SessionSummary;
}

/** A chat as it is at one moment, for those who only look. */
export type SessionView = Pick<
  Session,
  "key" | "lastRun" | "settings" | "has" | "message" | "page" | "pendingApprovals" | "summary"
>;

export interface SessionQuery {
  readonly query?: string;
  readonly archived: boolean;
  /** Only those that people began. */
  readonly attended?: boolean;
  readonly cursor?: string;
  readonly limit: number;
}

export interface SessionStore {
  /** Something for each chat on the disk that changes when its file does. */
  stamps(): AsyncResult<ReadonlyMap<SessionKey, string>>;
  /** Hands over every message of a chat, of all branches, in the order in which they were written. */
  messagesOf(key: SessionKey, visit: (message: Message) => void): AsyncResult<void>;
  /**
   * Opens or creates. The file is made with the first append. Two opens of one key give the same object until `letGo`; who
   * opens sees to that.
   */
  open(key: SessionKey): AsyncResult<Session>;
  /** Opens only what is there; `not-found` else. */
  find(key: SessionKey): AsyncResult<Session>;
  /** Looks at what is there without keeping it in memory; `not-found` where nothing is. */
  view(key: SessionKey): AsyncResult<SessionView>;
  /** Nobody uses this session any more: its file is closed, and the next open reads it again. */
  letGo(session: Session): void;
  /** Whether it was read as the settings now in force say. */
  isAsSet(session: Session): Promise<boolean>;
  /** Private chats, newest first: they are in no list and no search. */
  privates(): readonly SessionSummary[];
  /** Newest first, pinned ones before all. */
  list(query: SessionQuery): AsyncResult<SessionPage>;
  /** The next messages of all chats that have some words. What was said before this was asked is found. */
  searchMessages(query: MessageQuery): AsyncResult<MessageSlice>;
  /** Has the words of all messages read in the background, and from now on what comes. */
  followMessages(): AsyncResult<undefined>;
  /** Resolves when the words of all messages are read. */
  settleMessages(): AsyncResult<undefined>;
  /** Every session with a call that waits or a run that was cut off, from the index. */
  unfinished(): AsyncResult<readonly SessionSummary[]>;
  /** Moves the file into the trash; the id brings it back. */
  remove(key: SessionKey): AsyncResult<string>;
  /** The newest of this chat, or the one with this id. */
  restore(key: SessionKey, trashId?: string): AsyncResult<SessionSummary>;
  /** What was removed last first. */
  trashed(limit: number): AsyncResult<readonly TrashedChat[]>;
  /** Deletes for ever, with what was attached to it: one of the trash, or (`null`) all; answers how many that were. */
  erase(trashId: string | null): AsyncResult<number>;
  /** Deletes for ever what was removed longer ago than a month. */
  eraseOld(): AsyncResult<number>;
  close(): Promise<void>;
}
