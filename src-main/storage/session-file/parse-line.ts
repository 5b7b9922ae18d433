import { parseBoundedJson } from "../../../src-preload/contract/bounded-json.ts";
import type { MessageId, SessionKey } from "../../../src-preload/contract/ids.ts";
import { messageIdSchema, sessionKeySchema } from "../../../src-preload/contract/ids.ts";
import type { Marker, Message } from "../../../src-preload/contract/records.ts";
import { markerSchema } from "../../../src-preload/contract/records.ts";
import { splitGlued } from "../glued-records.ts";
import type { FileLine } from "../read-tail.ts";
import { isMessage } from "./is-message.ts";

export type ParsedLine =
  | { readonly kind: "blank" }
  /** `id`: what looks like the id of the message that stood here. */
  | { readonly kind: "damaged"; readonly id: MessageId | null }
  /** A marker of a later version. */
  | { readonly kind: "unknown" }
  /** The first line of a file in a later format. */
  | { readonly kind: "newer"; readonly version: number; readonly key: SessionKey | null }
  | { readonly kind: "marker"; readonly marker: Marker }
  /** `parentKnown` is false when the record names no parent at all: the file order tells it. */
  | { readonly kind: "message"; readonly message: Message; readonly parentKnown: boolean };

const blank: ParsedLine = { kind: "blank" };
const unknown: ParsedLine = { kind: "unknown" };
const markerTypes: ReadonlySet<unknown> = new Set(
  markerSchema.options.flatMap((option) => [...option.shape._type.values]),
);

function damaged(line: string): ParsedLine {
  const id = messageIdSchema.safeParse(/^[\s\uFEFF]*\{"id":"([^"\\]{1,100})"/.exec(line)?.[1]);
  return { kind: "damaged", id: id.success ? id.data : null };
}

/** The format that a first line names, where it is later than ours. */
function newerVersion(value: object): number | null {
  const version: unknown = Reflect.get(value, "version");
  return Reflect.get(value, "_type") === "metadata" && typeof version === "number" && version > 1 ? version : null;
}

function parseMarker(value: object, line: string): ParsedLine {
  const version = newerVersion(value);
  if (version !== null) {
    const key = sessionKeySchema.safeParse(Reflect.get(value, "key"));
    return { kind: "newer", version, key: key.success ? key.data : null };
  }
  if (!markerTypes.has(Reflect.get(value, "_type"))) return unknown;
  const marker = markerSchema.safeParse(value);
  return marker.success ? { kind: "marker", marker: marker.data } : damaged(line);
}

function parseJson(line: string): unknown {
  try {
    return parseBoundedJson(line.charCodeAt(0) === 0xfeff ? line.slice(1) : line);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** One line of a session file; `null` stands for a line that is too long to be read. */
export function parseLine(line: string | null): ParsedLine {
  if (line === null) return { kind: "damaged", id: null };
  const value = parseJson(line);
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return line.trim() === "" ? blank : damaged(line);
  }
  if ("_type" in value) return parseMarker(value, line);
  if (isMessage(value)) return { kind: "message", message: value, parentKnown: true };
  const rooted = { ...value, parentId: null };
  if (!("parentId" in value) && isMessage(rooted)) return { kind: "message", message: rooted, parentKnown: false };
  return damaged(line);
}

export interface ParsedRecord {
  /** Where it stands: a part of the line, where several records are in it. */
  readonly line: FileLine;
  readonly parsed: ParsedLine;
}

/** The records of one line of a session file, in its order: one, unless a line feed was lost. */
export function recordsOf(line: FileLine): readonly ParsedRecord[] {
  const parsed = parseLine(line.text);
  if (parsed.kind !== "damaged" || line.text === null) return [{ line, parsed }];
  const texts = splitGlued(line.text);
  if (texts.length === 1) return [{ line, parsed }];
  const records: ParsedRecord[] = [];
  // From the end: a torn first one may have bytes that are no characters.
  let end = line.offset + line.length;
  for (const [index, text] of [...texts.entries()].reverse()) {
    const length = index === 0 ? end - line.offset : Buffer.byteLength(text);
    end -= length;
    records.unshift({ line: { ...line, text, offset: end, length }, parsed: parseLine(text) });
  }
  return records;
}
