import type { Readable } from "node:stream";
import { createEventStream } from "../event-stream.ts";
import { isObject, parseJson } from "../json.ts";

/** How a body ended, told once. */
export type BodyEnd =
  | { readonly kind: "done" }
  | { readonly kind: "closed" }
  /** Neither JSON nor an event stream. */
  | { readonly kind: "unreadable"; readonly sample: string }
  /** More came than an answer can be. */
  | { readonly kind: "oversized" }
  | { readonly kind: "dropped"; readonly error: Error }
  /** What came made the reader throw: a fault of this answer, and of nothing else. */
  | { readonly kind: "failed"; readonly cause: unknown };

export interface BodyListener {
  /** A parsed chunk, or a whole JSON answer. Returning true ends reading, as `[DONE]` does. */
  chunk(wire: unknown): boolean;
  /** Bytes came: the other side lives. */
  life(): void;
  end(end: BodyEnd): void;
}

/** The most of a body that is no event stream. */
const maxPlainBytes = 8 * 1024 * 1024;
/** The most of an event stream, keep-alives and all: twice the longest answer of any model, token by token. */
const maxStreamBytes = 64 * 1024 * 1024;
const maxEvents = 1_000_000;

/**
 * Reads a body as what it is: an event stream, or (by its first character) plain JSON or something else altogether.
 * Everything is called synchronously as bytes arrive; `end` is called once and nothing after it.
 */
export function readAnswerBody(stream: Readable, listener: BodyListener): void {
  let isOver = false;
  let plain: Buffer[] | null = null;
  let size = 0;
  let isKnown = false;
  let eventCount = 0;
  /** The beginning of the body, as long as no event came: to tell a silent stream from something else. */
  let beginning = "";

  function end(how: BodyEnd): void {
    if (isOver) return;
    isOver = true;
    listener.end(how);
  }

  const events = createEventStream({
    data(text, event) {
      eventCount++;
      if (eventCount > maxEvents) end({ kind: "oversized" });
      if (isOver) return;
      const wire = parseJson(text);
      if (wire === undefined) {
        for (const line of eventLines(text, event)) if (!isOver && listener.chunk(line)) end({ kind: "done" });
      } else if (!isOver && listener.chunk(isErrorEvent(event, wire) ? { error: wire } : wire)) end({ kind: "done" });
    },
    done: () => end({ kind: "done" }),
    oversized: () => end({ kind: "oversized" }),
  });

  function endOfEvents(): void {
    events.end();
    const isForeign = eventCount === 0 && hasForeignLine(beginning);
    end(isForeign ? { kind: "unreadable", sample: beginning } : { kind: "closed" });
  }

  function endOfPlain(text: string): void {
    const whole = parseJson(text);
    const wires = whole === undefined ? text.split("\n").map((line) => parseJson(line)) : [whole];
    if (wires.some((wire) => wire === undefined)) end({ kind: "unreadable", sample: text.slice(0, 4000) });
    for (const wire of wires) if (!isOver) listener.chunk(wire);
    end({ kind: "closed" });
  }

  /** What reads a part, but for its errors: thrown to a stream, one would end the process. */
  function guarded<Part extends readonly unknown[]>(read: (...part: Part) => void): (...part: Part) => void {
    return (...part) => {
      try {
        read(...part);
      } catch (cause) {
        end({ kind: "failed", cause });
      }
    };
  }

  function take(bytes: Buffer): void {
    if (isOver) return;
    listener.life();
    size += bytes.length;
    if (!isKnown) {
      const first = firstCharacter(bytes);
      if (first !== "") isKnown = true;
      if (first === "{" || first === "[" || first === "<") plain = [];
    }
    if (size > (plain === null ? maxStreamBytes : maxPlainBytes)) {
      plain = null;
      end({ kind: "oversized" });
    } else if (plain === null) {
      if (eventCount === 0 && beginning.length < 4000) beginning += bytes.toString("utf8", 0, 4000);
      events.push(bytes);
    } else plain.push(bytes);
  }

  function takeEnd(): void {
    if (plain === null) endOfEvents();
    else endOfPlain(textOfBody(plain));
  }

  if (stream.destroyed) {
    end({ kind: "dropped", error: stream.errored ?? new Error("the connection was closed") });
    return;
  }
  stream.on("data", guarded(take));
  stream.on("end", guarded(takeEnd));
  stream.on("error", (error: Error) => end({ kind: "dropped", error }));
  stream.on("close", () => end({ kind: "dropped", error: new Error("the connection was closed") }));
}

function textOfBody(chunks: readonly Buffer[]): string {
  return Buffer.concat(chunks)
    .toString("utf8")
    .replace(/^\uFEFF/, "");
}

/** A line that no event stream has: neither blank nor a comment nor a field. */
function hasForeignLine(text: string): boolean {
  const lines = text.replace(/^\uFEFF/, "").split(/\r?\n/);
  return lines.some((line) => line !== "" && !/^(?:data|event|id|retry)?:/.test(line));
}

function firstCharacter(bytes: Buffer): string {
  return bytes
    .subarray(0, 200)
    .toString("utf8")
    .replace(/^\uFEFF/, "")
    .trimStart()
    .charAt(0);
}

/** Several documents that came without a blank line between them, or the words of an error event. */
function eventLines(text: string, event: string): readonly unknown[] {
  const lines = text.split("\n").flatMap((line) => {
    const wire = parseJson(line);
    return wire === undefined ? [] : [wire];
  });
  return lines.length === 0 && event === "error" ? [{ error: text }] : lines;
}

function isErrorEvent(event: string, wire: unknown): boolean {
  return event === "error" && isObject(wire) && wire["error"] === undefined;
}
