import { StringDecoder } from "node:string_decoder";
import { headOf } from "../text-ends.ts";

export interface LineLimits {
  /** First line wanted, from 1. */
  readonly start: number;
  /** Last line wanted. */
  readonly end: number;
  readonly maxLines: number;
  /** Of all that is kept, with the number and the tab that each line is shown with. */
  readonly maxBytes: number;
}

export interface LineWindow {
  push(text: string): void;
  /** True when no more lines will be kept; what follows is only counted. */
  isFull(): boolean;
  /** `isEnded`: all of the text was pushed. */
  finish(isEnded: boolean): LineWindowResult;
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
  const endLine = (isWhole = true) => {
    const isCut = openLength > open.length || !isWhole;
    if (isWanted()) keep(open.endsWith("\r") ? open.slice(0, -1) : open, isCut ? wholeLength(isWhole) : "");
    ended++;
    open = "";
    openLength = 0;
    if (ended >= limits.end) isFull = true;
  };
  const wholeLength = (isWhole: boolean) => `${isWhole ? "" : "more than "}${openLength} characters in all`;
  const keep = (line: string, cutFrom: string) => {
    const size = Buffer.byteLength(line) + 2 + String(ended + 1).length;
    const room = limits.maxBytes - bytes;
    if (size > room && lines.length > 0) {
      isFull = true;
      return;
    }
    const fits = size <= room && cutFrom === "";
    lines.push(fits ? line : `${headOfBytes(line, room)} [… cut, ${cutFrom || `${line.length} characters in all`}]`);
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
    isFull: () => isFull || (isWanted() && open.length >= limits.maxBytes),
    finish(isEnded) {
      if (openLength > 0) endLine(isEnded);
      return { lines, total: ended };
    },
  };
}

/** At most so many bytes of UTF-8 from the start; never half a character. */
function headOfBytes(text: string, bytes: number): string {
  const head = Buffer.from(headOf(text, bytes)).subarray(0, Math.max(0, bytes));
  return new StringDecoder("utf8").write(head);
}
