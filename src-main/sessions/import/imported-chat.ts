import type { ImportSource } from "../../../src-preload/contract/transfer.ts";

/** A message as it was said elsewhere. What tools did is told as text: nothing of an imported chat can be run. */
export interface ImportedMessage {
  /** Of its own program. */
  readonly id: string;
  /** What it follows; null at the beginning. */
  readonly parentId: string | null;
  readonly role: "user" | "assistant";
  readonly content: string;
  /** Milliseconds since 1970; null where nothing tells it. */
  readonly at: number | null;
  readonly model?: string;
}

/** A chat of another program, or of another Perch. Messages stand behind what they follow. */
export interface ImportedChat {
  readonly source: ImportSource;
  /** Of its own program: the same in every export of it. */
  readonly id: string;
  readonly title: string;
  readonly createdAt: number | null;
  readonly messages: readonly ImportedMessage[];
  /** The newest message of the branch that was shown; null: the last one. */
  readonly tip: string | null;
}

/** Messages of one chat; no honest one comes near it. */
export const mostMessages = 100_000;
/** Bytes of one chat in its file. */
export const mostChatBytes = 64 * 1024 * 1024;

/** Why a chat is not taken. */
export type ChatProblem = "no-chat" | "empty" | "circle" | "too-many" | "too-large" | "too-deep" | "cut" | "no-json";
