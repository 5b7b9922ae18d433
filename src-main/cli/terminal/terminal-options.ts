import type { Clock } from "../../host.ts";
import type { Choice, CompletionQuery } from "./completion.ts";
import type { Asked } from "./prompt.ts";
import type { Line } from "./styled-line.ts";
import type { TypedHistory } from "./typed-history.ts";

/** Where a conversation is typed and shown; a terminal has a raw mode and a size. */
export interface TerminalStreams {
  readonly input: NodeJS.ReadableStream & { setRawMode?(isRaw: boolean): unknown };
  readonly output: NodeJS.WritableStream & {
    readonly columns?: number;
    readonly rows?: number;
    readonly isTTY?: boolean;
  };
}

interface TerminalListeners {
  onMessage(message: string): void;
  /** Ctrl-C; `hadDraft`: it has emptied what was being typed. */
  onInterrupt(hadDraft: boolean): void;
  onEscape(): void;
  onControl(letter: string): void;
  /** Ctrl-D at an empty prompt, or the terminal is gone. */
  onLeave(isGone: boolean): void;
  /** What lives above the prompt, at most so many rows. */
  live(maxRows: number): readonly Line[];
  choices(query: CompletionQuery): Promise<readonly Choice[]>;
}

/** The prompt with what lives above it, and all that was printed before. */
export interface Terminal {
  print(lines: readonly Line[]): void;
  ask(asked: Asked): void;
  /** One line below the prompt until the next key. */
  hint(words: string): void;
  /** A quiet line above the prompt, which stands there until the next one; an empty one takes it away. */
  note(words: string): void;
  redraw(): void;
  readonly width: number;
  /** The last row that was printed is blank. */
  readonly endsBlank: boolean;
  close(): void;
}

export interface TerminalOptions extends TerminalStreams {
  readonly clock: Clock;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly history: TypedHistory;
  readonly listeners: TerminalListeners;
}
