import type { Database, Statement } from "better-sqlite3";
import {
  type MessageId,
  messageIdSchema,
  type SessionKey,
  sessionKeySchema,
} from "../../../src-preload/contract/ids.ts";
import { z } from "../../../src-preload/contract/zod.ts";
import { foldForSearch, gramsOf, markOf } from "./grams.ts";
import { MessageNumbers } from "./message-number.ts";
import type { SaidRole } from "./search-calls.ts";

/** Of a longer message the beginning is found: a file that somebody pasted is not what was said. */
const mostLetters = 200_000;

/** What was said in a message, without markup. */
export interface SaidMessage {
  readonly id: MessageId;
  readonly role: SaidRole;
  /** Ms since 1970. */
  readonly date: number;
  readonly text: string;
}

const chatSchema = z.object({
  number: z.number(),
  size: z.number(),
  mtimeMs: z.number(),
  readTo: z.number(),
  ending: z.string(),
  tip: messageIdSchema.nullable(),
});
/** How far a chat is in the index: up to which byte, what stands before that, and the end of its active branch. */
export type KnownChat = z.infer<typeof chatSchema>;
export type ChatState = Omit<KnownChat, "number">;

const staleSchema = z.object({ key: sessionKeySchema, file: z.string(), isNew: z.number() });
export type StaleChat = z.infer<typeof staleSchema>;

const storedSchema = z.object({ number: z.number(), role: z.string(), date: z.number(), text: z.string() });

/** The messages that are found by words, and how far each chat was read. Synchronous: for the database's thread alone. */
export class MessageTable {
  readonly #db: Database;
  readonly #insert: Statement;
  readonly #index: Statement;
  readonly #stored: Statement;
  readonly #numbers: MessageNumbers;

  constructor(db: Database) {
    this.#db = db;
    this.#insert = db.prepare(`
      INSERT INTO search_messages (number, chat, id, role, date, isActive, text, folded)
      VALUES (@number, @chat, @id, @role, @date, @isActive, @text, @folded)`);
    this.#index = db.prepare("INSERT INTO search_grams (rowid, grams) VALUES (?, ?)");
    this.#stored = db.prepare("SELECT number, role, date, text FROM search_messages WHERE chat = ? AND id = ?");
    const number = db.prepare("SELECT 1 FROM search_messages WHERE number = ?").pluck();
    this.#numbers = new MessageNumbers((one) => number.get(one) !== undefined);
  }

  /** Chats whose file is another one than the index has read, the newest first. */
  stale(): readonly StaleChat[] {
    const sql = `SELECT one.key, one.file, known.key IS NULL AS isNew FROM sessions AS one
      LEFT JOIN search_chats AS known ON known.key = one.key
      WHERE one.missing = 0 AND one.unreadable IS NULL
        AND (known.key IS NULL OR known.size <> one.size OR known.mtimeMs <> one.mtimeMs)
      ORDER BY one.updatedAt DESC`;
    return z.array(staleSchema).parse(this.#db.prepare(sql).all());
  }

  /** Chats that are in the index and not in the list any more. */
  gone(): readonly SessionKey[] {
    const sql = `SELECT known.key FROM search_chats AS known LEFT JOIN sessions AS one ON one.key = known.key AND one.missing = 0
      WHERE one.key IS NULL`;
    return z.array(sessionKeySchema).parse(this.#db.prepare(sql).pluck().all());
  }

  chat(key: SessionKey): KnownChat | null {
    const row = this.#db
      .prepare("SELECT number, size, mtimeMs, readTo, ending, tip FROM search_chats WHERE key = ?")
      .get(key);
    return row === undefined ? null : chatSchema.parse(row);
  }

  /** The number of a chat, which gets one where it has none; it counts as read to its start. */
  begin(key: SessionKey): number {
    const sql = `INSERT INTO search_chats (key, size, mtimeMs, readTo, ending) VALUES (?, -1, 0, 0, '')
      ON CONFLICT (key) DO UPDATE SET size = -1`;
    this.#db.prepare(sql).run(key);
    return z.number().parse(this.#db.prepare("SELECT number FROM search_chats WHERE key = ?").pluck().get(key));
  }

  keep(chat: number, state: ChatState): void {
    const sql = `UPDATE search_chats SET size = @size, mtimeMs = @mtimeMs, readTo = @readTo, ending = @ending, tip = @tip
      WHERE number = @chat`;
    this.#db.prepare(sql).run({ ...state, chat });
  }

  /** Takes in what was said, where it is not there like this. Messages that are new are on the active branch, or not. */
  take(chat: number, said: readonly SaidMessage[], isActive: boolean): void {
    this.#db.transaction(() => {
      const numbers = new Set<number>();
      const rows = said
        .filter((message) => this.#isNews(chat, message))
        .map((message) => ({ ...message, number: this.#numbers.give(message.date, numbers) }))
        .sort((a, b) => a.number - b.number);
      for (const row of rows) this.#add(chat, row, isActive);
    })();
  }

  /** Ids of what the index has of a chat. */
  ids(chat: number): readonly string[] {
    const rows = this.#db.prepare("SELECT id FROM search_messages WHERE chat = ?").pluck().all(chat);
    return z.array(z.string()).parse(rows);
  }

  /** Those with these ids are gone. */
  drop(chat: number, ids: readonly string[]): void {
    const number = this.#db.prepare("SELECT number FROM search_messages WHERE chat = ? AND id = ?").pluck();
    this.#db.transaction(() => this.#delete(z.array(z.number()).parse(ids.map((id) => number.get(chat, id)))))();
  }

  /** These are on the active branch, or are not. */
  setActive(chat: number, ids: readonly string[], isActive: boolean): void {
    const set = this.#db.prepare(
      "UPDATE search_messages SET isActive = @to WHERE chat = @chat AND id = @id AND isActive <> @to",
    );
    this.#db.transaction(() => ids.forEach((id) => void set.run({ chat, id, to: Number(isActive) })))();
  }

  /** Removes some messages of a chat, and the chat with its last; true when all of it is gone. */
  removeSome(key: SessionKey, most: number): boolean {
    const known = this.chat(key);
    if (known === null) return true;
    const { number } = known;
    const sql = "SELECT number FROM search_messages WHERE chat = ? LIMIT ?";
    const numbers = z.array(z.number()).parse(this.#db.prepare(sql).pluck().all(number, most));
    this.#db.transaction(() => {
      this.#delete(numbers);
      if (numbers.length < most) this.#db.prepare("DELETE FROM search_chats WHERE number = ?").run(number);
      // What comes in between is read whole.
      else this.begin(key);
    })();
    return numbers.length < most;
  }

  #isNews(chat: number, { id, role, date, text }: SaidMessage): boolean {
    const row = this.#stored.get(chat, id);
    if (row === undefined) return true;
    const known = storedSchema.parse(row);
    if (known.role === role && known.date === date && known.text === kept(text)) return false;
    this.#delete([known.number]);
    return true;
  }

  #add(
    chat: number,
    { number, id, role, date, text }: SaidMessage & { readonly number: number },
    isActive: boolean,
  ): void {
    const stored = kept(text);
    const folded = foldForSearch(stored);
    const isPlain = folded === asciiLower(stored);
    this.#insert.run({
      number,
      chat,
      id,
      role,
      date,
      isActive: Number(isActive),
      text: stored,
      folded: isPlain ? null : folded,
    });
    this.#index.run(number, [...gramsOf(folded), markOf("chat", chat), markOf("role", role)].join(" "));
  }

  #delete(numbers: readonly number[]): void {
    const message = this.#db.prepare("DELETE FROM search_messages WHERE number = ?");
    const grams = this.#db.prepare("DELETE FROM search_grams WHERE rowid = ?");
    for (const number of numbers) {
      message.run(number);
      grams.run(number);
    }
  }
}

function kept(text: string): string {
  return text.slice(0, mostLetters).replaceAll("\0", " ");
}

/** As SQLite's own `lower` does it. */
function asciiLower(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
