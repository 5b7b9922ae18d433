import type { Message } from "../../../src-preload/contract/records.ts";

/** What is said of the whole chat. Times are ISO 8601. */
interface ChatFacts {
  readonly key: string;
  readonly title: string;
  readonly createdAt: string;
  readonly exportedAt: string;
}

/** One way to write a chat down: its head, its messages oldest first, its end, one after the other. */
export interface ChatFormat {
  readonly mediaType: string;
  readonly extension: string;
  head(facts: ChatFacts): string;
  /** `isFirst`: nothing of the chat stands before it. */
  message(message: Message, isFirst: boolean): string;
  tail(): string;
}
