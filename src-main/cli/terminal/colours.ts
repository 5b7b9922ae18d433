import type { Colour, Line, Style } from "./styled-line.ts";

/** Whether what is shown may have colours, and whether the cursor may be moved. */
export interface TerminalKind {
  readonly colours: boolean;
  /** False for a pipe and for a terminal that knows no sequences. */
  readonly moves: boolean;
}

/** NO_COLOR (no-color.org), FORCE_COLOR (`0` and `false` mean no), TERM=dumb, and what is no terminal. */
export function terminalKind(env: Readonly<Record<string, string | undefined>>, isTerminal: boolean): TerminalKind {
  const moves = isTerminal && env["TERM"] !== "dumb";
  const forced = env["FORCE_COLOR"];
  if (forced !== undefined && forced !== "") return { colours: forced !== "0" && forced !== "false", moves };
  const refused = env["NO_COLOR"] !== undefined && env["NO_COLOR"] !== "";
  return { colours: moves && !refused, moves };
}

const codes: Readonly<Record<Colour, number>> = { red: 31, green: 32, yellow: 33, blue: 34, magenta: 35, cyan: 36 };

function sequenceOf(style: Style): string {
  const parts = [
    ...(style.bold === true ? [1] : []),
    ...(style.dim === true ? [2] : []),
    ...(style.italic === true ? [3] : []),
    ...(style.underline === true ? [4] : []),
    ...(style.strike === true ? [9] : []),
    ...(style.colour === undefined ? [] : [codes[style.colour]]),
  ];
  return parts.length === 0 ? "" : `\u001b[${parts.join(";")}m`;
}

/** The bytes of a line. */
export function paint(line: Line, colours: boolean): string {
  return line
    .map(({ text, style }) => {
      const begin = colours && text !== "" ? sequenceOf(style) : "";
      return begin === "" ? text : `${begin}${text}\u001b[0m`;
    })
    .join("");
}
