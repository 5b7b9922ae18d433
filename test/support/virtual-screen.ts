import headless from "@xterm/headless";

/** The screen of a terminal, as a person would see it after the bytes that were written to it. */
export interface VirtualScreen {
  write(data: string | Uint8Array): Promise<void>;
  resize(columns: number, rows: number): void;
  /** The rows that are seen now, without blanks at their ends. */
  rows(): readonly string[];
  /** All rows from the first in the scrollback, without those at the end that are empty. */
  all(): readonly string[];
  /** What the terminal answers to programs that ask it something. */
  onReply(listener: (data: string) => void): void;
  readonly cursor: { readonly row: number; readonly column: number };
}

export function createVirtualScreen(columns = 80, rows = 24): VirtualScreen {
  const terminal = new headless.Terminal({ cols: columns, rows, scrollback: 20_000, allowProposedApi: true });
  const rowAt = (index: number): string =>
    terminal.buffer.active.getLine(index)?.translateToString(true).trimEnd() ?? "";
  return {
    write: (data) => new Promise((resolve) => terminal.write(data, resolve)),
    resize: (nextColumns, nextRows) => terminal.resize(nextColumns, nextRows),
    rows: () => Array.from({ length: terminal.rows }, (_, at) => rowAt(terminal.buffer.active.viewportY + at)),
    all() {
      const every = Array.from({ length: terminal.buffer.active.length }, (_, at) => rowAt(at));
      return every.slice(0, every.findLastIndex((row) => row !== "") + 1);
    },
    onReply: (listener) => void terminal.onData(listener),
    get cursor() {
      const { active } = terminal.buffer;
      return { row: active.cursorY, column: active.cursorX };
    },
  };
}
