import type { Connection } from "../../src-preload/contract/connection.ts";
import type { SessionKey } from "../../src-preload/contract/ids.ts";
import type { ExitCode } from "./context.ts";
import type { Style } from "./terminal/styled-line.ts";

/** What a command of the terminal acts on. */
export interface SlashTarget {
  readonly connection: Connection | null;
  readonly sessionKey: SessionKey | null;
  readonly width: number;
  /** Milliseconds since 1970. */
  now(): number;
  say(words: string, style?: Style): void;
  /** Null: it was left without an answer. */
  askYesNo(label: string): Promise<boolean | null>;
  /** To the agent: a message, or a command that it answers. */
  send(message: string): Promise<void>;
  /** False when nothing runs. */
  stop(): Promise<boolean>;
  /** Makes sure that the chat is there: before its first message it is nowhere. */
  begin(): Promise<void>;
  switchTo(sessionKey: SessionKey): Promise<void>;
  /** Another chat, of which nothing is kept once this terminal is left. */
  beginPrivate(): Promise<void>;
  leave(code: ExitCode): void;
}
