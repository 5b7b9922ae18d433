import { maxJsonDepth } from "../../../src-preload/contract/bounded-json.ts";
import type { ChatProblem } from "./imported-chat.ts";

/** One value of a JSON file: its bytes, or why they were not kept. */
export type Item =
  | { readonly kind: "bytes"; readonly bytes: Buffer }
  | { readonly kind: "bad"; readonly problem: ChatProblem };

const quote = 0x22;
const backslash = 0x5c;
const openings: ReadonlySet<number> = new Set([0x5b, 0x7b]);
const closings: ReadonlySet<number> = new Set([0x5d, 0x7d]);

/**
 * Cuts a JSON text into the elements of its list, or takes it as one where it is an object, while it is read: no more than one
 * of them is held. Looks at brackets and quotes alone, which are single bytes in UTF-8; whoever parses an element sees the rest.
 */
export class ItemSplitter {
  readonly #most: number;
  /** Levels above an element; null before the first bracket. */
  #base: 0 | 1 | null = null;
  #depth = 0;
  #inString = false;
  #isEscaped = false;
  #isDone = false;
  #parts: Buffer[] = [];
  #length = 0;
  #problem: ChatProblem | null = null;

  constructor(mostBytes: number) {
    this.#most = mostBytes;
  }

  /** What ends in this chunk, in its order. */
  push(chunk: Buffer): readonly Item[] {
    const items: Item[] = [];
    let start = this.#isInside ? 0 : -1;
    for (let at = 0; at < chunk.length && !this.#isDone; at += 1) {
      const byte = chunk[at] ?? 0;
      if (this.#inString) this.#readInString(byte);
      else if (byte === quote) this.#inString = true;
      else if (openings.has(byte)) {
        this.#open(byte);
        if (this.#isInside && start < 0) start = at;
      } else if (closings.has(byte) && this.#close()) {
        items.push(this.#end(chunk.subarray(Math.max(start, 0), at + 1)));
        start = -1;
      }
    }
    if (this.#isInside) this.#keep(chunk.subarray(Math.max(start, 0)));
    return items;
  }

  /** After the last chunk: what is wrong with the end of the text, or null. */
  finish(): ChatProblem | null {
    if (this.#base === null) return "no-json";
    return this.#isDone ? null : "cut";
  }

  get #isInside(): boolean {
    return this.#base !== null && this.#depth > this.#base;
  }

  #readInString(byte: number): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (byte === backslash) this.#isEscaped = true;
    else if (byte === quote) this.#inString = false;
  }

  #open(byte: number): void {
    this.#base ??= byte === 0x5b ? 1 : 0;
    this.#depth += 1;
    if (this.#depth - this.#base > maxJsonDepth) this.#drop("too-deep");
  }

  /** Whether an element ends here. */
  #close(): boolean {
    if (this.#base === null) {
      this.#isDone = true;
      return false;
    }
    this.#depth -= 1;
    const ended = this.#depth === this.#base && this.#depth >= 0;
    if (this.#depth <= 0) this.#isDone = true;
    return ended;
  }

  #end(last: Buffer): Item {
    this.#keep(last);
    const problem = this.#problem;
    const item: Item =
      problem === null ? { kind: "bytes", bytes: Buffer.concat(this.#parts) } : { kind: "bad", problem };
    this.#parts = [];
    this.#length = 0;
    this.#problem = null;
    return item;
  }

  #keep(part: Buffer): void {
    this.#length += part.length;
    if (this.#length > this.#most) this.#drop("too-large");
    else if (this.#problem === null) this.#parts.push(part);
  }

  #drop(problem: ChatProblem): void {
    this.#problem ??= problem;
    this.#parts = [];
  }
}
