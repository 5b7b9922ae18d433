import { paint, type TerminalKind } from "./colours.ts";
import { cutLine, type Line, lineWidth } from "./styled-line.ts";

/** The last rows of the terminal, which are drawn anew; what is above them is the terminal's own and never touched. */
export interface Live {
  readonly rows: readonly Line[];
  readonly cursor: { readonly row: number; readonly column: number };
}

export interface Screen {
  /** Prints lines for good, and draws what is below them. */
  show(above: readonly Line[], live: Live): void;
  /** The window changed its size: what was drawn may stand in more rows now. */
  resized(): void;
  readonly columns: number;
  readonly rows: number;
  /** Ctrl-L: what is on the screen goes up into the scrollback, and what lives is drawn at the top. */
  clear(): void;
}

export interface ScreenOutput {
  write(data: string): unknown;
  readonly columns?: number;
  readonly rows?: number;
}

export interface ScreenOptions {
  readonly kind: TerminalKind;
  /** True where rows that became too long for the window are broken anew, as almost all terminals do. */
  readonly reflows: boolean;
}

/** Rows that became too long are broken anew by almost every terminal; these are the ones known to cut them. */
export function isReflowing(env: Readonly<Record<string, string | undefined>>): boolean {
  return env["XTERM_VERSION"] === undefined && !/^(?:linux|rxvt)/.test(env["TERM"] ?? "");
}

const csi = "\u001b[";
const beginFrame = `${csi}?2026h${csi}?25l`;
const endFrame = `${csi}?25h${csi}?2026l`;
// Without wrapping a row is a row, however wide the terminal takes its characters to be.
const wrapOff = `${csi}?7l`;
const wrapOn = `${csi}?7h`;
const eraseRow = `${csi}K`;
const eraseBelow = `${csi}J`;

const up = (count: number): string => (count > 0 ? `${csi}${count}A` : "");
const right = (count: number): string => (count > 0 ? `${csi}${count}C` : "");

interface Drawn {
  readonly widths: readonly number[];
  readonly cursor: Live["cursor"];
  readonly painted: string;
}

const nothing: Drawn = { widths: [0], cursor: { row: 0, column: 0 }, painted: "" };

export function createScreen(output: ScreenOutput, { kind, reflows }: ScreenOptions): Screen {
  let drawn = nothing;

  const columns = (): number => Math.max(10, output.columns ?? 80);
  const height = (): number => Math.max(3, output.rows ?? 24);

  function toTop(): string {
    return `\r${up(drawn.cursor.row)}`;
  }

  function liveRows({ rows, cursor }: Live): {
    readonly text: string;
    readonly widths: readonly number[];
    readonly row: number;
  } {
    const hidden = Math.max(0, rows.length - (height() - 1));
    const shown = rows.slice(hidden).map((row) => cutLine(row, columns()));
    const text = shown.map((row) => `${eraseRow}${paint(row, kind.colours)}`).join("\r\n");
    return { text, widths: shown.map(lineWidth), row: Math.max(0, cursor.row - hidden) };
  }

  return {
    show(above, live) {
      const { text, widths, row } = liveRows(live);
      const cursor = { row, column: Math.min(live.cursor.column, columns() - 1) };
      const painted = `${wrapOff}${text}${wrapOn}${eraseBelow}\r${up(widths.length - 1 - row)}${right(cursor.column)}`;
      if (above.length === 0 && painted === drawn.painted) return;
      const printed = above.map((line) => `${paint(line, kind.colours)}\r\n`).join("");
      output.write(`${beginFrame}${toTop()}${printed === "" ? "" : eraseBelow}${printed}${painted}${endFrame}`);
      drawn = { widths: widths.length === 0 ? [0] : widths, cursor, painted };
    },
    resized() {
      const above = drawn.widths.slice(0, drawn.cursor.row);
      const rows = above.reduce((sum, width) => sum + Math.max(1, Math.ceil(width / columns())), 0);
      drawn = { ...drawn, cursor: { row: reflows ? rows : drawn.cursor.row, column: 0 }, painted: "" };
    },
    get columns() {
      return columns();
    },
    get rows() {
      return height();
    },
    clear() {
      output.write(`${toTop()}${eraseBelow}${"\r\n".repeat(height() - 1)}${csi}H`);
      drawn = nothing;
    },
  };
}
