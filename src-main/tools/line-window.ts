import { headOf } from "./result-limit.ts";

export interface LineLimits {
  /** First line wanted, from 1. */
  readonly start: number;
  /** Last line wanted. */
  readonly end: number;
  readonly maxLines: number;
  readonly maxBytes: number;
}

export interface LineWindow {
  push(text: string): void;
  /** True when no more lines will be kept; what follows is only counted. */
  isFull(): boolean;
  finish(): LineWindowResult;
}

export interface LineWindowResult {
  readonly lines: readonly string[];
  /** Lines that were seen, kept or not. */
  readonly total: number;
}

/** Cuts a text that comes in pieces into lines and keeps those of a range, with bounded memory however long they are. */
export function createLineWindow(limits: LineLimits): LineWindow {
  const lines: string[] = [];
  let bytes = 0;
  let ended = 0;
  let isFull = false;
  let open = "";
  let openLength = 0;

  const isWanted = () => !isFull && ended + 1 >= limits.start;
  const extend = (piece: string) => {
    openLength += piece.length;
    if (isWanted() && open.length < limits.maxBytes) open += piece.slice(0, limits.maxBytes - open.length);
  };
  const endLine = () => {
    if (isWanted()) keep(open.endsWith("\r") ? open.slice(0, -1) : open, openLength > open.length ? openLength : 0);
    ended++;
    open = "";
    openLength = 0;
    if (ended >= limits.end) isFull = true;
  };
  const keep = (line: string, wholeLength: number) => {
    const size = Buffer.byteLength(line) + 1;
    const room = limits.maxBytes - bytes;
    if (size > room && lines.length > 0) {
      isFull = true;
      return;
    }
    const fits = size <= room && wholeLength === 0;
    lines.push(fits ? line : `${headOf(line, room)} [… cut, ${Math.max(wholeLength, line.length)} characters in all]`);
    bytes += size;
    isFull = lines.length >= limits.maxLines || bytes >= limits.maxBytes;
  };
  return {
    push(text) {
      let from = 0;
      for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", from)) {
        if (isWanted()) extend(text.slice(from, at));
        endLine();
        from = at + 1;
      }
      if (from < text.length) extend(text.slice(from));
    },
    isFull: () => isFull,
    finish() {
      if (openLength > 0) endLine();
      return { lines, total: ended };
    },
  };
}
